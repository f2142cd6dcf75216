// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/chart_file.h"

#include <QWidget>

namespace nestloom::ui {

/// A chart painted by hand: draws a frame while it has the focus, shows tool tips by position, and has the export menu.
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
