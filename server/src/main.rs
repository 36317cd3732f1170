//! `scrap`: one binary over one folder of data. Here the command line is read and each command sent its way; what a
//! command does stands in its module.

mod blobs;
mod check;
mod cli;
mod coming;
mod data;
mod edit;
mod error;
mod export;
mod health;
mod import;
mod interrupt;
mod print;
mod scraplog;
mod search;
mod serve;
mod show;
mod token;
mod turn;

use std::process::ExitCode;

use clap::Parser as _;

use crate::cli::{Cli, Command};
use crate::data::Data;
use crate::error::Failure;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let json = cli.command.answers_in_json();
    match run(cli) {
        Ok(status) => ExitCode::from(status),
        Err(failure) => {
            report(&failure, json);
            ExitCode::from(failure.status())
        }
    }
}

/// Runs the command, and gives the status of the process.
fn run(cli: Cli) -> Result<u8, Failure> {
    let data = Data::at(cli.data)?;
    match cli.command {
        Command::Import(args) => import::run(&data, &args),
        Command::Export(args) => export::run(&data, &args),
        Command::Search(args) => search::run(&data, &args),
        Command::Health(args) => health::run(&data, &args),
        Command::Show(args) => show::run(&data, &args),
        Command::New(args) => edit::new(&data, &args),
        Command::Edit(args) => edit::edit(&data, &args),
        Command::Trash(args) => edit::set_trashed(&data, &args.page, true),
        Command::Restore(args) => edit::set_trashed(&data, &args.page, false),
        Command::Purge(args) => edit::purge(&data, &args),
        Command::File(args) => edit::file::run(&data, &args.command),
        Command::Enrich(args) => edit::enrich::run(&data, &args),
        Command::Serve(args) => serve::run(&data, &args),
        Command::Token(args) => token::run(&data, &args.command),
        Command::Check(args) => check::check(&data, args.json),
        Command::Rebuild => check::rebuild(&data),
    }
}

/// Says on standard error what went wrong; whoever asked for JSON gets an object there.
fn report(failure: &Failure, json: bool) {
    if matches!(failure, Failure::Closed) {
        return;
    }
    let view = scrap_core::wire::ErrorView { code: failure.code().to_owned(), message: failure.to_string() };
    match serde_json::to_string(&view) {
        Ok(object) if json => eprintln!("{object}"),
        _ => print::note(&print::safe(&view.message)),
    }
}

impl Command {
    fn answers_in_json(&self) -> bool {
        match self {
            Self::Import(args) => args.json,
            Self::Export(args) => args.json,
            Self::Search(args) => args.json,
            Self::Health(args) => args.json,
            Self::Show(args) => args.json,
            Self::New(args) => args.fields.json.is_some(),
            Self::Edit(args) => args.fields.json.is_some(),
            Self::Check(args) => args.json,
            Self::Token(args) => match args.command {
                cli::TokenCommand::New { json, .. } | cli::TokenCommand::List { json } => json,
                cli::TokenCommand::Revoke { .. } => false,
            },
            _ => false,
        }
    }
}
