//! The pages to measure with: a folder of Markdown files, or one made up, the same every time.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Pages that are made up.
const PAGES: usize = 5_000;

/// Words of the made-up language, the commonest first.
const VOCABULARY: usize = 20_000;

/// The first of them: words that the fixed queries ask for.
const COMMON: &str = "the a of to and in file for is list with from git all docker directory archive create network \
    image command remove package install key ssh disk server container password branch commit copy output user path \
    kubernetes pod python json query search text rename delete environment variable partition encrypt certificate \
    compress video audio kernel process service monitor repository running organization converting permissions";

const SYLLABLES: &str = "ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo yu zan bel cor dur fin gal \
    her jun kas lem mor nit pol ras sil tor und ver wes zim";

/// A folder of Markdown files.
pub struct Corpus {
    pub folder: PathBuf,
    /// In the order of their paths.
    pub files: Vec<PathBuf>,
    pub bytes: u64,
}

impl Corpus {
    /// Every file below `folder` that ends in `.md`, read once so that no disk is measured.
    pub fn of(folder: PathBuf) -> Result<Self> {
        let mut files = Vec::new();
        walk(&folder, &mut files)?;
        files.sort();
        let mut bytes = 0;
        for file in &files {
            bytes += fs::read(file)?.len() as u64;
        }
        Ok(Self { folder, files, bytes })
    }

    /// A made-up corpus, written into `folder`.
    pub fn generated(folder: PathBuf) -> Result<Self> {
        let mut maker = Maker::new();
        for page in 0..PAGES {
            let inside = folder.join(maker.word());
            fs::create_dir_all(&inside)?;
            fs::write(inside.join(format!("{page}.md")), maker.page(page))?;
        }
        Self::of(folder)
    }

    /// Where `file` stands in the folder, with `/` between its parts.
    pub fn path(&self, file: &Path) -> Result<String> {
        let parts: Vec<_> = file.strip_prefix(&self.folder)?.iter().map(|part| part.to_string_lossy()).collect();
        Ok(parts.join("/"))
    }

    /// Every file's text; what is no UTF-8 is replaced.
    pub fn texts(&self) -> Result<Vec<String>> {
        self.files.iter().map(|file| Ok(String::from_utf8_lossy(&fs::read(file)?).into_owned())).collect()
    }
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read the folder {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "md") {
            files.push(path);
        }
    }
    Ok(())
}

/// Makes pages up.
struct Maker {
    state: u64,
    words: Vec<String>,
    /// Of each word, the sum of its weight and of those before it.
    weights: Vec<f64>,
}

impl Maker {
    fn new() -> Self {
        let mut maker =
            Self { state: 1, words: Vec::with_capacity(VOCABULARY), weights: Vec::with_capacity(VOCABULARY) };
        let syllables: Vec<&str> = SYLLABLES.split_whitespace().collect();
        maker.words.extend(COMMON.split_whitespace().map(str::to_owned));
        while maker.words.len() < VOCABULARY {
            let parts = 2 + maker.below(3);
            let word: String = (0..parts).map(|_| syllables[maker.below(syllables.len())]).collect();
            maker.words.push(word);
        }
        let mut sum = 0.0;
        for rank in 1..=VOCABULARY {
            // Zipf's law: the word of rank n is met 1/n times as often as the first.
            sum += 1.0 / rank as f64;
            maker.weights.push(sum);
        }
        maker
    }

    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn word(&mut self) -> &str {
        let total = self.weights.last().copied().unwrap_or_default();
        let at = (self.next() >> 11) as f64 / (1_u64 << 53) as f64 * total;
        let rank = self.weights.partition_point(|weight| *weight <= at);
        &self.words[rank.min(self.words.len() - 1)]
    }

    fn words(&mut self, count: usize) -> String {
        let words: Vec<String> = (0..count).map(|_| self.word().to_owned()).collect();
        words.join(" ")
    }

    /// About 2 KB: tags, a title, sections of text with emphasis and links, a list, code.
    fn page(&mut self, number: usize) -> String {
        let tag = self.words(1);
        let mut page = format!("---\ntags: [{tag}, made-up]\n---\n# {}\n\n", self.words(3));
        for _ in 0..1 + self.below(4) {
            page += &format!("## {}\n\n", self.words(2));
            for _ in 0..1 + self.below(3) {
                let (before, after) = (12 + self.below(20), 8 + self.below(20));
                let (before, strong, after) = (self.words(before), self.words(2), self.words(after));
                page += &format!("{before} **{strong}** {after}.\n\n");
            }
        }
        let other = self.below(number + 1);
        page += &format!("- see [[{other}]] and [{}](https://example.org/{})\n", self.words(2), self.word());
        page += &format!("- {}\n\n", self.words(6));
        let (name, argument, version) = (self.words(1), self.words(1), self.below(100));
        page + &format!("```sh\n{name}_{argument} --dry-run v1.2.{version} 10.0.0.{version}\n```\n")
    }
}
