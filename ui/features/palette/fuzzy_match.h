// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace nestloom::ui {

/// How well a typed text matches a name: the letters must appear in this order, not next to each other.
struct FuzzyMatch {
    int score = 0;              // larger is better; only comparable between matches of the same typed text
    std::vector<int> positions; // of the matched characters in the name, ascending
};

/// A name prepared for many matches.
struct FuzzyName {
    explicit FuzzyName(const QString& name) : original(name), folded(name.toCaseFolded()) {}
    QString original;
    QString folded;
};

/// Matches one word, which must be case folded, against a name. Case and place are forgiven; letters at the beginnings
/// of words and letters that follow each other score more, as do short names. False = it does not match, and `match` is
/// unchanged. Takes time proportional to the length of the name.
bool fuzzyMatch(const QString& foldedWord, const FuzzyName& name, FuzzyMatch& match);

} // namespace nestloom::ui
