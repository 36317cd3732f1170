//! Tokens: how one is made and hashed, and `scrap token`. A token is `scrap_` and 256 random bits. Only its BLAKE3 is kept:
//! there is nothing in it to guess, so a slow password hash would only make every request slow.

use std::fmt::Write as _;

use scrap_core::store::{Scope, Store, TokenHash};
use serde_json::json;

use crate::cli;
use crate::data::{Data, now, random};
use crate::error::Failure;
use crate::print::{self, counted, one_line};

/// What every token starts with, so that a search for leaked secrets can know one.
const PREFIX: &str = "scrap_";

/// A name has so many characters at the most.
const NAME: usize = 100;

/// The hash by which a token is known.
pub fn hash(token: &str) -> TokenHash {
    *blake3::hash(token.as_bytes()).as_bytes()
}

/// Makes a token and keeps its hash. Nothing else will ever know the token that this gives.
pub fn make(store: &Store, name: &str, scope: Scope) -> Result<String, Failure> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > NAME || name.chars().any(char::is_control) {
        return Err(Failure::usage(format!("a token's name is 1 to {NAME} characters on one line")));
    }
    let mut token = String::from(PREFIX);
    for byte in random()?.into_iter().chain(random()?) {
        let _ = write!(token, "{byte:02x}");
    }
    match store.add_token(&hash(&token), name, scope, now())? {
        true => Ok(token),
        false => Err(Failure::usage(format!(
            "there is a token called {} already: take another name, or revoke that one",
            one_line(name)
        ))),
    }
}

/// Runs the command.
pub fn run(data: &Data, command: &cli::TokenCommand) -> Result<u8, Failure> {
    match command {
        cli::TokenCommand::New { name, scope, json } => new(data, name, (*scope).into(), *json),
        cli::TokenCommand::List { json } => list(&data.open()?, *json),
        cli::TokenCommand::Revoke { name } => revoke(&data.open()?, name),
    }
}

fn new(data: &Data, name: &str, scope: Scope, as_json: bool) -> Result<u8, Failure> {
    let token = make(&data.open_or_make()?, name, scope)?;
    if as_json {
        print::json(&json!({"name": name.trim(), "scope": scope.name(), "token": token}))?;
    } else {
        print::out(&format!("{token}\n"))?;
        print::note("this is shown once: nothing but its hash is kept");
    }
    Ok(0)
}

fn list(store: &Store, as_json: bool) -> Result<u8, Failure> {
    let tokens = store.tokens()?;
    if as_json {
        let tokens = tokens.iter().map(|token| {
            json!({
                "name": token.name,
                "scope": token.scope.name(),
                "created": token.created.to_string(),
                "used": token.used.map(|used| used.to_string()),
            })
        });
        print::json(&json!({"tokens": tokens.collect::<Vec<_>>()}))?;
        return Ok(0);
    }
    let mut text = String::new();
    for token in &tokens {
        let used = token.used.map_or_else(|| "never used".to_owned(), |used| format!("last used {used}"));
        let (name, scope) = (one_line(&token.name), token.scope.name());
        let _ = writeln!(text, "{name}  {scope}  made {}, {used}", token.created);
    }
    let _ = writeln!(text, "{}", counted(tokens.len() as u64, "token"));
    print::out(&text)?;
    Ok(0)
}

fn revoke(store: &Store, name: &str) -> Result<u8, Failure> {
    match store.revoke_token(name.trim())? {
        true => print::out("revoked: it opens nothing from now on\n").map(|()| 0),
        false => Err(Failure::Refused(format!("no token is called {}: `scrap token list` names them", one_line(name)))),
    }
}
