// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/palette/fuzzy_match.h"

#include <algorithm>

namespace nestloom::ui {

namespace {

constexpr int kPerLetter = 16;
constexpr int kWordStart = 12;
constexpr int kFollows = 10;
constexpr int kNameStart = 8;
constexpr int kLongestPenalty = 20;

bool startsWord(const QString& name, int at)
{
    if (at == 0)
        return true;
    const QChar before = name[at - 1];
    const QChar here = name[at];
    return !before.isLetterOrNumber() || (before.isLower() && here.isUpper())
           || (before.isLetter() != here.isLetter() && here.isLetterOrNumber());
}

/// Where the whole word stands in the name, at the beginning of a word if it can; -1 = nowhere.
int findWhole(const QString& word, const FuzzyName& name)
{
    const auto first = static_cast<int>(name.folded.indexOf(word));
    for (int at = first; at >= 0; at = static_cast<int>(name.folded.indexOf(word, at + 1)))
        if (startsWord(name.original, at))
            return at;
    return first;
}

/// The tightest run of letters that ends where the first match from the left ends.
bool findSpread(const QString& word, const QString& name, std::vector<int>& positions)
{
    int at = -1;
    for (const QChar letter : word) {
        at = static_cast<int>(name.indexOf(letter, at + 1));
        if (at < 0)
            return false;
    }
    positions.resize(static_cast<std::size_t>(word.size()));
    for (auto i = word.size() - 1; i >= 0; --i) {
        at = static_cast<int>(name.lastIndexOf(word[i], at));
        positions[static_cast<std::size_t>(i)] = at--;
    }
    return true;
}

/// Letters that follow each other or begin a word: "gb" in "GlobalBuffer".
bool findInitials(const QString& word, const FuzzyName& name, std::vector<int>& positions)
{
    positions.clear();
    int at = -1;
    for (const QChar letter : word) {
        const bool follows = at + 1 < name.folded.size() && name.folded[at + 1] == letter && at >= 0;
        int next = follows ? at + 1 : static_cast<int>(name.folded.indexOf(letter, at + 1));
        while (!follows && next >= 0 && !startsWord(name.original, next))
            next = static_cast<int>(name.folded.indexOf(letter, next + 1));
        if (next < 0)
            return false;
        positions.push_back(at = next);
    }
    return true;
}

int scoreOf(const FuzzyName& name, const std::vector<int>& positions)
{
    int score = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        score += kPerLetter;
        if (startsWord(name.original, positions[i]))
            score += kWordStart;
        if (i > 0 && positions[i] == positions[i - 1] + 1)
            score += kFollows;
        else if (i > 0)
            score -= std::min(positions[i] - positions[i - 1] - 1, kFollows);
    }
    if (positions.front() == 0)
        score += kNameStart;
    return score - std::min(static_cast<int>(name.original.size()) / 4, kLongestPenalty);
}

} // namespace

bool fuzzyMatch(const QString& foldedWord, const FuzzyName& name, FuzzyMatch& match)
{
    if (foldedWord.isEmpty())
        return false;
    if (name.original.size() != name.folded.size())
        return false; // folding changed the length ("ß"): positions would be wrong
    std::vector<int> positions;
    if (const int at = findWhole(foldedWord, name); at >= 0) {
        for (int i = 0; i < foldedWord.size(); ++i)
            positions.push_back(at + i);
    } else if (!findSpread(foldedWord, name.folded, positions)) {
        return false;
    }
    match.score = scoreOf(name, positions);
    match.positions = std::move(positions);
    std::vector<int> initials;
    if (findInitials(foldedWord, name, initials) && scoreOf(name, initials) > match.score) {
        match.score = scoreOf(name, initials);
        match.positions = std::move(initials);
    }
    return true;
}

} // namespace nestloom::ui
