// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/palette/palette_model.h"

#include <algorithm>

namespace nestloom::ui {

namespace {
// A word found in the text counts in full; elsewhere it only has to be there.
constexpr int kCategoryShare = 4;
constexpr int kDetailShare = 8;
constexpr int kPerRecency = 2; // the last of twenty used is worth about two letters
constexpr int kDisabled = 12;
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
        m_items.push_back({std::move(entry), text, category, detail,
                           at < 0 ? 0 : static_cast<int>(recent.size()) - static_cast<int>(at)});
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
    std::stable_sort(m_shown.begin(), m_shown.end(), [](const Shown& a, const Shown& b) { return a.score > b.score; });
    endResetModel();
}

std::optional<int> PaletteModel::scoreOf(const Item& item, const QStringList& words)
{
    int score = item.recency * kPerRecency;
    for (const QString& word : words) {
        FuzzyMatch match;
        if (fuzzyMatch(word, item.text, match))
            score += match.score;
        else if (fuzzyMatch(word, item.category, match))
            score += match.score / kCategoryShare;
        else if (item.detail.folded.contains(word)) // as it stands: long texts have all letters somewhere
            score += static_cast<int>(word.size()) * kDetailShare / 4;
        else
            return std::nullopt;
    }
    return item.entry.whyNot.isEmpty() || words.isEmpty() ? score : score - kDisabled;
}

int PaletteModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
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
