// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/table_model.h"
#include "ui/workbench/accelerator_document.h"
#include "ui/workbench/field_spec.h"

#include <QPointer>

namespace nestloom::ui {

/// The levels of the edited accelerator as a table: what each keeps (a check box and a width for each tensor) and what
/// an access costs, with where the number comes from; the MAC units in the last row. Edits go to the document, one undo
/// step each; a text that is no legal value stays in its cell, as in the form.
class LevelTableModel : public TableModel {
    Q_OBJECT
public:
    enum ColumnId { Level, Kind, Weights, Inputs, Outputs, Energy, Origin, Area };

    explicit LevelTableModel(const Session& session, QObject* parent = nullptr);

    void setDocument(AcceleratorDocument* document); // nullptr = none
    /// Follows the document; to be called when it changed.
    void refresh();

    /// The key of the field behind a cell, as in our YAML; empty when there is none.
    QString keyOf(int row, int column) const;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

protected:
    int rows() const override;
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant exportValue(int row, int column) const override;
    QVariant other(int row, int column, int role) const override;

private:
    const hardware::Accelerator& accelerator() const { return m_document->value(); }
    bool isLevel(int row) const { return std::size_t(row) < accelerator().levels.size(); }
    std::optional<TensorRole> tensor(int column) const;
    const FieldSpec* spec(int row, int column) const;
    QString problem(int row, int column) const;
    QString valueText(int row, int column) const;
    std::optional<double> area(int row) const; // um2
    bool setText(int row, int column, const QString& text);
    bool change(const QString& key, const hardware::Accelerator& value);
    bool keep(std::size_t level, TensorRole role, bool kept);
    bool setKind(std::size_t level, int kind);

    const Session& m_session;
    QPointer<AcceleratorDocument> m_document;
    hardware::Accelerator m_shape; // what the specs were made for
    std::map<QString, FieldSpec> m_specs;
    std::vector<FieldProblem> m_problems;
};

} // namespace nestloom::ui
