//! The pins in the store: which page has them, which pages they lead to, and their changes as revisions of that page.

use rusqlite::OptionalExtension;

use super::read::{REF, page_ref};
use super::{Basis, Draft, LinkRow, PageRef, Saved, Store, StoreError};
use crate::fields::{Kind, MadeBy};
use crate::id::{EntryId, PageId};
use crate::markdown::Target;
use crate::merge::{Conflict, Content};
use crate::pins::{self, BadPin, Change, PATH, Pin, PinTo};
use crate::time::Instant;

/// The pins as they are now.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pinned {
    /// The page that has them; nothing before the first pin.
    pub page: Option<PageRef>,
    /// The revision that a change of them names as its base.
    pub heads: Vec<EntryId>,
    /// The pins in their order, with the page that each leads to: nothing for a search, and for a link that dangles.
    pub pins: Vec<(Pin, Option<PageRef>)>,
}

/// Why pins are not changed.
#[derive(Debug, thiserror::Error)]
pub enum PinError {
    /// The change is none.
    #[error(transparent)]
    Bad(#[from] BadPin),
    /// The page of pins could not be read or saved.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl PinError {
    /// A name for the error that stays.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Bad(bad) => bad.code(),
            Self::Store(failed) => failed.code(),
        }
    }
}

impl Store {
    /// The pins: the links of the page of kind `pinned` at the path `pinned`, of the first source that has one.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn pins(&self) -> Result<Pinned, StoreError> {
        let Some(at) = self.page_of_pins()? else { return Ok(Pinned::default()) };
        let page = self.page(at.id)?.ok_or(StoreError::UnknownPage(at.id))?;
        let links = self.body_links(&page)?;
        let pins = pins::pins(&whole(&page.body, &page.conflicts)).into_iter();
        let pins = pins.map(|pin| Ok((pin.clone(), self.led_to(&pin, &links)?))).collect::<Result<_, StoreError>>()?;
        Ok(Pinned { page: Some(at), heads: page.heads, pins })
    }

    /// Changes the pins that its author saw at `base`; none means those of now. The first pin makes the page, with the
    /// same id on every device, so that what two devices pinned before they met comes together.
    ///
    /// # Errors
    /// [`PinError`]; the pins are as they were then.
    pub fn change_pins(&mut self, change: &Change, base: Option<&[EntryId]>, now: Instant) -> Result<Saved, PinError> {
        let Some(at) = self.page_of_pins()? else {
            let mut content = Content { body: pins::changed("", change)?, ..Content::default() };
            content.fields.kind = Some(Kind::Pinned);
            content.fields.title = Some("Pins".to_owned());
            content.fields.path = Some(PATH.to_owned());
            let page = PageId::of_import("", PATH);
            // One that was put in the trash is begun anew, and goes on from there.
            let parents = self.page(page)?.map(|page| page.heads).unwrap_or_default();
            let draft = Draft { page, parents, content, made_by: MadeBy::User, import: false, request: None };
            return Ok(self.save(draft, now)?);
        };
        let conflicts = self.page(at.id)?.map(|page| page.conflicts).unwrap_or_default();
        let basis = Basis { heads: base, resolves: true, ..Basis::now(MadeBy::User, now) };
        let mut failed = None;
        let mut batch = self.batch()?;
        let saved =
            batch.edit(at.id, basis, |content| match pins::changed(&whole(&content.body, &conflicts), change) {
                Ok(body) => content.body = body,
                Err(why) => failed = Some(why),
            })?;
        if let Some(why) = failed {
            return Err(why.into());
        }
        batch.commit()?;
        Ok(saved)
    }

    /// The page that a pin leads to, with the links of the text that is shown.
    fn led_to(&self, pin: &Pin, links: &[(usize, LinkRow)]) -> Result<Option<PageRef>, StoreError> {
        let PinTo::Page(target) = &pin.to else { return Ok(None) };
        match (links.iter().find(|(offset, _)| *offset == pin.offset), target) {
            (Some((_, link)), _) => Ok(link.page.clone()),
            (None, Target::Id(id)) => Ok(self.page(*id)?.filter(|page| !page.fields.trashed).map(|page| page.at)),
            (None, _) => Ok(None),
        }
    }

    fn page_of_pins(&self) -> Result<Option<PageRef>, StoreError> {
        let mut find = self.connection().prepare_cached(&format!(
            "SELECT {REF} FROM name n JOIN page p ON p.key = n.page JOIN page_key k ON k.key = p.key
             WHERE n.key = ?1 AND p.kind = ?2 AND p.path = ?1 AND p.trashed = 0 ORDER BY p.source, k.id LIMIT 1"
        ))?;
        Ok(find.query_row((PATH, Kind::Pinned.code()), |row| page_ref(row, 0)).optional()?)
    }
}

/// The body with what two devices wrote in one place, both of it: a list has room for both. The next change keeps it so.
fn whole(body: &str, conflicts: &[Conflict]) -> String {
    let mut whole = body.to_owned();
    let sides = conflicts.iter().filter(|conflict| conflict.field == "body").flat_map(|side| side.earlier.lines());
    for line in sides {
        if !body.lines().any(|there| there == line) {
            if !whole.is_empty() && !whole.ends_with('\n') {
                whole.push('\n');
            }
            whole.extend([line, "\n"]);
        }
    }
    whole
}
