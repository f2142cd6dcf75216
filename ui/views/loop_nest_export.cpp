// SPDX-License-Identifier: GPL-3.0-or-later
// What LoopNestView gives when it is exported.
#include "engine/mapping/print.h"
#include "ui/export/latex_text.h"
#include "ui/views/loop_nest_view.h"

#include <QApplication>
#include <QClipboard>
#include <QPainter>

#include <cmath>

namespace nestloom::ui {

QString LoopNestView::chartName() const
{
    return hasMapping() ? tr("loop nest of %1").arg(QString::fromStdString(m_result->name)) : QString();
}

QSize LoopNestView::chartSize() const { return {viewport()->width(), titleHeight() + int(std::ceil(m_layout.height))}; }

void LoopNestView::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    painter.fillRect(QRect({0, 0}, chartSize()), theme.card);
    painter.setFont(m_fonts.body);
    paintTitle(painter, theme);
    painter.translate(0, titleHeight());
    paintLoopNest(painter, m_layout, m_fonts, theme, {}, QRectF(0, 0, m_layout.width, m_layout.height));
    painter.translate(0, -titleHeight());
}

QString LoopNestView::asText() const
{
    return hasMapping() ? QString::fromStdString(mapping::print(m_accelerator, m_layer, *m_result->mapping))
                        : QString();
}

QString LoopNestView::asLatex() const { return hasMapping() ? latexLines(asText()) : QString(); }

void LoopNestView::copyAsText() const
{
    if (hasMapping())
        QApplication::clipboard()->setText(asText());
}

void LoopNestView::copyAsLatex() const
{
    if (hasMapping())
        QApplication::clipboard()->setText(asLatex());
}

TableValues LoopNestView::chartValues() const
{
    TableValues table;
    table.columns = {tr("level"), tr("kind"), tr("dimension"), tr("bound [iterations]"), tr("what it does")};
    if (!hasMapping())
        return table;
    for (const LoopRef ref : loopsOf(*m_result->mapping)) {
        const mapping::Loop& loop = loopAt(*m_result->mapping, ref);
        table.rows.push_back({QString::fromStdString(m_accelerator.levels[ref.level].name),
                              !isSpatial(*m_result->mapping, ref)                 ? tr("temporal")
                              : !m_accelerator.levels[ref.level].fanout.isPlane() ? tr("spatial")
                              : loop.axis == hardware::Axis::Rows                 ? tr("spatial, rows")
                                                                                  : tr("spatial, columns"),
                              QString(QLatin1Char(workload::letter(loop.dimension))), qlonglong(loop.bound),
                              loopExplanation(m_accelerator, *m_result->mapping, ref)});
    }
    return table;
}

} // namespace nestloom::ui
