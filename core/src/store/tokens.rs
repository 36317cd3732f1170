//! Tokens by which others may ask this replica over the network, in a local table. A token is made and hashed by its
//! caller; only the hash comes here.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{Store, StoreError};
use crate::time::Instant;

/// The BLAKE3 of a token.
pub type TokenHash = [u8; 32];

/// What a token's holder may do; each may do what those before it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// Search and read.
    Read = 1,
    /// Change pages.
    Write = 2,
    /// Send and take entries, as another replica of the same owner.
    Sync = 3,
}

impl Scope {
    /// Every scope, the narrowest first.
    pub const ALL: [Self; 3] = [Self::Read, Self::Write, Self::Sync];

    /// Its name on the command line and in answers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Sync => "sync",
        }
    }

    fn of_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| *scope as i64 == code)
    }
}

/// What is known of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// What its owner calls it; no two have one name.
    pub name: String,
    /// What its holder may do.
    pub scope: Scope,
    /// When it was made.
    pub created: Instant,
    /// When it was last used, to the minute or so.
    pub used: Option<Instant>,
}

const COLUMNS: &str = "SELECT name, scope, created, used FROM local_token";

impl Store {
    /// Keeps a new token. False if another one has its name.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn add_token(&self, hash: &TokenHash, name: &str, scope: Scope, now: Instant) -> Result<bool, StoreError> {
        let added = self.connection().execute(
            "INSERT INTO local_token (hash, name, scope, created) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (name) DO NOTHING",
            params![&hash[..], name, scope as i64, now.ms()],
        )?;
        Ok(added == 1)
    }

    /// The token of this hash. Its place in the table follows from a hash that whoever guesses cannot choose, so the
    /// time this takes says nothing about other tokens.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn token(&self, hash: &TokenHash) -> Result<Option<Token>, StoreError> {
        let mut find = self.connection().prepare_cached(&format!("{COLUMNS} WHERE hash = ?1"))?;
        Ok(find.query_row([&hash[..]], token_of).optional()?)
    }

    /// Every token, the oldest first.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn tokens(&self) -> Result<Vec<Token>, StoreError> {
        let connection: &Connection = self.connection();
        let mut find = connection.prepare(&format!("{COLUMNS} ORDER BY created, name"))?;
        Ok(find.query_map([], token_of)?.collect::<Result<_, _>>()?)
    }

    /// Notes that a token was used.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn note_token_use(&self, hash: &TokenHash, now: Instant) -> Result<(), StoreError> {
        let note = "UPDATE local_token SET used = max(coalesce(used, ?2), ?2) WHERE hash = ?1";
        self.connection().execute(note, params![&hash[..], now.ms()])?;
        Ok(())
    }

    /// Forgets the token of this name: from now on it opens nothing. False if there is none.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn revoke_token(&self, name: &str) -> Result<bool, StoreError> {
        Ok(self.connection().execute("DELETE FROM local_token WHERE name = ?1", [name])? == 1)
    }
}

fn token_of(row: &Row<'_>) -> rusqlite::Result<Token> {
    // A scope of a newer scrap is one that this one cannot grant in full: the narrowest holds.
    let scope = Scope::of_code(row.get(1)?).unwrap_or(Scope::Read);
    let used: Option<i64> = row.get(3)?;
    Ok(Token { name: row.get(0)?, scope, created: Instant::from_ms(row.get(2)?), used: used.map(Instant::from_ms) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::DeviceId;

    #[test]
    fn a_token_is_found_by_its_hash_until_it_is_revoked() {
        let store = Store::in_memory(DeviceId([1; 16])).unwrap();
        let at = Instant::from_ms;
        assert!(store.add_token(&[7; 32], "phone", Scope::Sync, at(5)).unwrap());
        assert!(store.add_token(&[8; 32], "script", Scope::Read, at(6)).unwrap());
        assert!(!store.add_token(&[9; 32], "phone", Scope::Read, at(7)).unwrap(), "the name is taken");
        let phone = Token { name: "phone".into(), scope: Scope::Sync, created: at(5), used: None };
        assert_eq!(store.token(&[7; 32]).unwrap(), Some(phone.clone()));
        assert_eq!(store.token(&[9; 32]).unwrap(), None);

        store.note_token_use(&[7; 32], at(20)).unwrap();
        store.note_token_use(&[7; 32], at(10)).unwrap();
        let phone = Token { used: Some(at(20)), ..phone };
        let names: Vec<String> = store.tokens().unwrap().into_iter().map(|token| token.name).collect();
        assert_eq!((store.token(&[7; 32]).unwrap(), names), (Some(phone), vec!["phone".into(), "script".into()]));

        assert!(store.revoke_token("phone").unwrap());
        assert!(!store.revoke_token("phone").unwrap());
        assert_eq!(store.token(&[7; 32]).unwrap(), None);
    }

    #[test]
    fn a_wider_scope_holds_the_narrower_ones() {
        assert!(Scope::Read < Scope::Write && Scope::Write < Scope::Sync);
        assert!(Scope::ALL.into_iter().all(|scope| Scope::of_code(scope as i64) == Some(scope)));
    }
}
