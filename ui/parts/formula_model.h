// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cost/formula.h"

#include <QAbstractItemModel>

#include <map>
#include <vector>

namespace nestloom::ui {

/// Figures with what they are made of, as a tree: one top row for each figure, its parts below.
class FormulaModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum ColumnId { Name, Value, How, Source, ColumnCount };

    explicit FormulaModel(std::vector<cost::Formula> figures, QObject* parent = nullptr);

    const cost::Formula& formula(const QModelIndex& index) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex&) const override { return ColumnCount; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Node {
        const cost::Formula* formula;
        int parent; // into m_nodes, -1 = none
        int row;
        int firstChild = 0; // children stand one behind the other
    };
    void addChildren(int parent, const std::vector<cost::Formula>& parts);

    const std::vector<cost::Formula> m_figures;
    std::vector<Node> m_nodes;
};

/// "12.4 kcycle", "31.2 µJ", "64 KiB": short, with unit.
QString formulaValue(const cost::Formula& formula);

} // namespace nestloom::ui
