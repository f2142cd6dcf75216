// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/hardware/technology.h"
#include "ui/ports/session.h"
#include "ui/widgets/table_model.h"
#include "ui/workbench/accelerator_document.h"

#include <QString>

#include <optional>
#include <vector>

namespace nestloom::ui {

class TechnologyLibrary;

/// What a number of a technology is of. The order is that of the table.
enum class NumberKind { Mac, Registers, Sram, Dram, Hop, RegistersArea, SramArea, MacArea };

/// One number of a technology: its kind, and which one of several.
struct NumberPlace {
    NumberKind kind = NumberKind::Mac;
    std::size_t index = 0;
    friend bool operator==(const NumberPlace&, const NumberPlace&) = default;
};

struct TechnologyNumber {
    NumberPlace place;
    std::optional<double> size;  // B of a memory, bit of operands; nothing where there is none
    std::optional<double> value; // pJ, um2; nothing = not stated
    QString source;              // its own; empty = that of the table
};

/// Every number that can be stated, in the order of the table; of memories behind a formula one line each.
std::vector<TechnologyNumber> numbersOf(const hardware::Technology& technology);

bool hasSize(NumberKind kind);
bool hasSeveral(NumberKind kind); // one for each size
bool isPerWord(NumberKind kind);  // of a word of the table's width
bool isMemory(NumberKind kind);   // a formula may stand in its place
QuantityKind sizeQuantity(NumberKind kind);
QuantityKind valueQuantity(NumberKind kind);
QString numberName(NumberKind kind); // "SRAM, one word"

inline const QString kOwnValue = QStringLiteral("own value"); // the source of a changed number; kept in files

// The technology with one number changed. Numbers of several sizes stay in ascending order.
/// Nothing as a value takes the number out. `source` replaces that of the number.
hardware::Technology withValue(hardware::Technology technology, NumberPlace place, std::optional<double> value,
                               const QString& source);
hardware::Technology withSize(hardware::Technology technology, NumberPlace place, double size);
hardware::Technology withSource(hardware::Technology technology, NumberPlace place, const QString& source);
/// Another size: twice the largest, at the energy that the table gives for it already.
hardware::Technology withAnother(hardware::Technology technology, NumberKind kind);
hardware::Technology without(hardware::Technology technology, NumberPlace place);

/// The numbers of one table of energies and areas, each with its source; edits go to the library, one undo step each. A
/// text that is no legal value stays in its cell, with what is wrong, until it is mended.
class TechnologyModel : public TableModel {
    Q_OBJECT
public:
    enum ColumnId { Number, Size, Value, PerBit, Source };

    TechnologyModel(TechnologyLibrary& library, const Session& session, QObject* parent = nullptr);

    void setTable(const QString& name); // one that the library does not have = none
    const QString& table() const { return m_name; }
    /// A changed number keeps the source it has; else it becomes a value of one's own.
    void setKeepsSources(bool keeps) { m_keepsSources = keeps; }
    std::optional<NumberPlace> placeAt(int row) const;
    int rowOf(NumberPlace place) const; // -1 = none

    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

Q_SIGNALS:
    void refused(const QString& sentence);
    void changed();                  // an edit was taken
    void moved(const QString& name); // an edit made a copy: this is the table now

protected:
    int rows() const override { return int(m_numbers.size()); }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant exportValue(int row, int column) const override;
    QVariant other(int row, int column, int role) const override;

private:
    struct Rejected {
        NumberPlace place;
        int column = 0;
        RejectedText text;
    };
    const TechnologyNumber& number(int row) const { return m_numbers[std::size_t(row)]; }
    bool isByFormula(int row) const;
    const Rejected* rejectedAt(int row, int column) const;
    QString valueText(int row, int column) const;
    Result<hardware::Technology> edited(int row, int column, const QString& text) const;
    void reject(int row, int column, const QString& text, const QString& message);
    void forget(NumberPlace place, int column); // what was rejected there
    void refresh();

    TechnologyLibrary& m_library;
    const Session& m_session;
    QString m_name;
    bool m_keepsSources = false;
    hardware::Technology m_table;
    std::vector<TechnologyNumber> m_numbers;
    std::vector<Rejected> m_rejected;
};

} // namespace nestloom::ui
