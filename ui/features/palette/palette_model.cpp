// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/palette/palette_model.h"

#include <algorithm>
#include <array>
#include <utility>

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
    const auto first = int(name.folded.indexOf(word));
    for (int at = first; at >= 0; at = int(name.folded.indexOf(word, at + 1)))
        if (startsWord(name.original, at))
            return at;
    return first;
}

/// The tightest run of letters that ends where the first match from the left ends.
bool findSpread(const QString& word, const QString& name, std::vector<int>& positions)
{
    int at = -1;
    for (const QChar letter : word) {
        at = int(name.indexOf(letter, at + 1));
        if (at < 0)
            return false;
    }
    positions.resize(std::size_t(word.size()));
    for (auto i = word.size() - 1; i >= 0; --i) {
        at = int(name.lastIndexOf(word[i], at));
        positions[std::size_t(i)] = at--;
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
        int next = follows ? at + 1 : int(name.folded.indexOf(letter, at + 1));
        while (!follows && next >= 0 && !startsWord(name.original, next))
            next = int(name.folded.indexOf(letter, next + 1));
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
    return score - std::min(int(name.original.size()) / 4, kLongestPenalty);
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

namespace {
// A word found in the text counts in full; elsewhere it only has to be there.
constexpr int kCategoryShare = 4;
constexpr int kDetailShare = 8;
constexpr int kSpreadShare = 2;      // letters that neither follow each other nor begin words may mean nothing
constexpr int kPerDetailLetter = 12; // of a whole word
constexpr int kPerRecency = 2;       // the last of twenty used is worth about two letters
constexpr int kDisabled = 12;
constexpr int kBegins = 60; // with all that is typed, in that order

/// What people type for things that have another name here, both folded.
constexpr std::array<std::pair<const char16_t*, const char16_t*>, 9> kSynonyms{{{u"frequency", u"clock"},
                                                                                {u"mhz", u"clock"},
                                                                                {u"ghz", u"clock"},
                                                                                {u"sram", u"buffer"},
                                                                                {u"picture", u"chart"},
                                                                                {u"image", u"chart"},
                                                                                {u"png", u"chart"},
                                                                                {u"quantization", u"width"},
                                                                                {u"precision", u"width"}}};

QString synonymOf(const QString& word)
{
    for (const auto& [typed, here] : kSynonyms)
        if (word == QStringView(typed))
            return QString::fromUtf16(here);
    return {};
}
} // namespace

namespace {

bool isSpread(const FuzzyMatch& match, const FuzzyName& name)
{
    for (std::size_t i = 1; i < match.positions.size(); ++i)
        if (match.positions[i] != match.positions[i - 1] + 1 && !startsWord(name.original, match.positions[i]))
            return true;
    return false;
}

bool hasWholeWord(const QString& text, const QString& word)
{
    const auto isLetter = [&](qsizetype at) { return at >= 0 && at < text.size() && text[at].isLetterOrNumber(); };
    for (auto at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
        if (!isLetter(at - 1) && !isLetter(at + word.size()))
            return true;
    return false;
}

} // namespace

void PaletteModel::setEntries(std::vector<PaletteEntry> entries, const QStringList& recent)
{
    m_items.clear();
    m_items.reserve(entries.size());
    for (PaletteEntry& entry : entries) {
        const auto at = recent.indexOf(entry.id);
        const FuzzyName text(entry.text);
        const FuzzyName category(entry.category);
        const FuzzyName detail(entry.detail);
        m_items.push_back({std::move(entry), text, category, detail, at < 0 ? 0 : int(recent.size()) - int(at)});
    }
    setText({});
}

void PaletteModel::setText(const QString& text)
{
    beginResetModel();
    m_words = text.toCaseFolded().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    m_shown.clear();
    for (std::size_t i = 0; i < m_items.size(); ++i)
        if (const std::optional<int> score = scoreOf(m_items[i], m_words))
            m_shown.push_back({i, *score});
    std::ranges::stable_sort(m_shown, [](const Shown& a, const Shown& b) { return a.score > b.score; });
    endResetModel();
}

std::optional<int> PaletteModel::scoreOf(const Item& item, const QStringList& words)
{
    int score = item.recency * kPerRecency;
    if (!words.isEmpty() && item.text.folded.startsWith(words.join(QLatin1Char(' '))))
        score += kBegins;
    std::vector<int> taken; // letters of the text: those of "Network" are not "new" as well
    for (const QString& word : words) {
        FuzzyMatch match;
        if (const QString synonym = synonymOf(word);
            !synonym.isEmpty() && !item.text.folded.contains(word) && item.text.folded.contains(synonym)) {
            score += int(synonym.size()) * kPerLetter;
            continue;
        }
        if (fuzzyMatch(word, item.text, match)
            && std::ranges::find_first_of(match.positions, taken) == match.positions.end()) {
            score += isSpread(match, item.text) ? match.score / kSpreadShare : match.score;
            taken.insert(taken.end(), match.positions.begin(), match.positions.end());
        } else if (fuzzyMatch(word, item.category, match))
            score += match.score / kCategoryShare;
        else if (hasWholeWord(item.detail.folded, word))
            score += int(word.size()) * kPerDetailLetter;
        else if (item.detail.folded.contains(word)) // as it stands: long texts have all letters somewhere
            score += int(word.size()) * kDetailShare / 4;
        else
            return std::nullopt;
    }
    return item.entry.whyNot.isEmpty() || words.isEmpty() ? score : score - kDisabled;
}

QVariantList PaletteModel::positions(const Item& item) const
{
    QVariantList list;
    for (const QString& word : m_words) {
        FuzzyMatch match;
        if (fuzzyMatch(word, item.text, match))
            for (const int at : match.positions)
                list << at;
    }
    return list;
}

QVariant PaletteModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Item& item = m_items[m_shown[std::size_t(index.row())].item];
    switch (role) {
    case Qt::DisplayRole: return item.entry.text;
    case Qt::AccessibleTextRole: return tr("%1: %2, %3").arg(item.entry.category, item.entry.text, item.entry.detail);
    case Qt::ToolTipRole: return item.entry.whyNot.isEmpty() ? item.entry.detail : item.entry.whyNot;
    case CategoryRole: return item.entry.category;
    case DetailRole: return item.entry.detail;
    case KeysRole: return item.entry.keys;
    case EnabledRole: return item.entry.whyNot.isEmpty();
    case PositionsRole: return positions(item);
    default: return {};
    }
}

} // namespace nestloom::ui
