// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/palette/fuzzy_match.h"
#include "ui/features/palette/palette_entry.h"

#include <QAbstractListModel>
#include <QStringList>

#include <optional>

namespace nestloom::ui {

/// The entries that match what was typed, best first. Without text: the recently used ones, then all in their order.
/// Every typed word must be found in the text, the category or the detail; words in the text count most.
class PaletteModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role { CategoryRole = Qt::UserRole + 1, DetailRole, KeysRole, EnabledRole, PositionsRole };

    using QAbstractListModel::QAbstractListModel;

    /// `recent`: ids, the last used first.
    void setEntries(std::vector<PaletteEntry> entries, const QStringList& recent);
    void setText(const QString& text);
    const PaletteEntry& entry(int row) const { return m_items[m_shown[std::size_t(row)].item].entry; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    struct Item {
        PaletteEntry entry;
        FuzzyName text;
        FuzzyName category;
        FuzzyName detail;
        int recency = 0; // 0 = not used lately; else larger is more recent
    };
    struct Shown {
        std::size_t item = 0;
        int score = 0;
    };
    static std::optional<int> scoreOf(const Item& item, const QStringList& words);
    QVariantList positions(const Item& item) const;

    std::vector<Item> m_items;
    std::vector<Shown> m_shown;
    QStringList m_words; // case folded
};

} // namespace nestloom::ui
