// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/painted_chart.h"
#include "ui/words/buffer_use.h"

#include <optional>

namespace nestloom::ui {

struct Theme;

/// One bar per buffer level: what each kept tensor needs in one instance, against the capacity.
class BufferBars : public PaintedChart {
    Q_OBJECT
public:
    explicit BufferBars(QWidget* parent = nullptr);

    void setUses(std::vector<LevelUse> uses);
    /// Bar of a level, and the part of a tensor in it (empty when it is not kept there).
    QRectF barRect(std::size_t level) const;
    QRectF partRect(std::size_t level, TensorRole role) const;
    /// The text of the tool tip at a point.
    QString toolTipAt(QPointF point) const override;
    std::optional<std::size_t> levelAt(QPointF point) const;

    QString chartName() const override { return m_uses.empty() ? QString() : tr("buffer use per level"); }
    TableValues chartValues() const override;
    void paintChart(QPainter& painter) override { render(&painter, {}, {}, RenderFlags()); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {320, sizeHint().height()}; }

Q_SIGNALS:
    void explainRequested(std::size_t level); // from the context menu, or by a double click on a bar

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    double rowHeight() const;
    double bitsToWidth(std::size_t level) const; // pixels per bit
    void paintLevel(QPainter& painter, const Theme& theme, std::size_t level) const;
    void paintParts(QPainter& painter, const Theme& theme, std::size_t level) const;

    std::vector<LevelUse> m_uses;
};

} // namespace nestloom::ui
