// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/memory/plan_focus.h"

#include <QSortFilterProxyModel>

namespace nestloom::ui {

/// The steps of the marked range, or all of them. Rows of the source are steps.
class StepRangeFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    StepRangeFilter(QAbstractItemModel* steps, const PlanFocus& focus, QObject* parent = nullptr);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    const PlanFocus& m_focus;
};

} // namespace nestloom::ui
