//! The web app: a stub until its issue.
