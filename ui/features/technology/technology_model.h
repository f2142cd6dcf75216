// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/technology/technology_numbers.h"
#include "ui/widgets/table_model.h"
#include "ui/workbench/accelerator_document.h"

#include <utility>
#include <vector>

namespace nestloom::ui {

class TechnologyLibrary;

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
