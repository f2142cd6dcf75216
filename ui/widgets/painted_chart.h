// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/exportable_chart.h"

#include <QWidget>

namespace nestloom::ui {

/// A chart that is painted over its whole widget: with a frame while it has the focus, tool tips by place, and the menu
/// that exports it.
class PaintedChart : public QWidget, public ExportableChart {
    Q_OBJECT
public:
    explicit PaintedChart(QWidget* parent = nullptr);

    virtual QString toolTipAt(QPointF at) const = 0;
    QSize chartSize() const override { return size(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
};

} // namespace nestloom::ui
