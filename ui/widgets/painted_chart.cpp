// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/painted_chart.h"

#include "ui/style/paint_tools.h"
#include "ui/widgets/chart_dialog.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace nestloom::ui {

PaintedChart::PaintedChart(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    enableChartExport(*this);
}

void PaintedChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintChart(painter);
    paint::focusFrame(painter, *this);
}

bool PaintedChart::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), toolTipAt(help->pos()), this);
    return true;
}

} // namespace nestloom::ui
