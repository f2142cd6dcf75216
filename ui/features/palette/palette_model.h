// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>
#include <vector>

namespace nestloom::ui {

/// One thing the command palette can find and do.
struct PaletteEntry {
    QString id;       // the same at every start: "command/run"; recently used ones are remembered by it
    QString category; // "Layer"; shown before the text, and can be typed
    QString text;     // "layer1.0.conv1"
    QString detail{}; // "3x3 64->64, 56x56"
    QString keys{};   // shortcut, as shown to the user
    QString whyNot{}; // one sentence; empty = it can be done now
    std::function<void()> act{};
};

/// Adds entries; called each time the palette opens.
using PaletteSource = std::function<void(std::vector<PaletteEntry>& entries)>;

/// How well a typed text matches a name: the letters must appear in this order, not necessarily next to each other.
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

/// The entries that match what was typed, best first. Without text: the recently used ones, then all in their order.
/// Every typed word must be found in the text, the category or the detail; words in the text count most, and no letter
/// of it for two words.
class PaletteModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role { CategoryRole = Qt::UserRole + 1, DetailRole, KeysRole, EnabledRole, PositionsRole };

    using QAbstractListModel::QAbstractListModel;

    /// `recent`: ids, the last used first.
    void setEntries(std::vector<PaletteEntry> entries, const QStringList& recent);
    void setText(const QString& text);
    const PaletteEntry& entry(int row) const { return m_items[m_shown[std::size_t(row)].item].entry; }

    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : int(m_shown.size()); }
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
