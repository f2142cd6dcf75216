// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/pareto_view.h"

#include "ui/charts/paint_scales.h"
#include "ui/style/paint_tools.h"
#include "ui/style/theme.h"

#include <QComboBox>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nestloom::ui {

namespace {

constexpr int kMostMarks = 20'000; // more points are dots

/// At a corner of a mark where no other label is, within the plot; nothing where all are taken.
std::optional<QRectF> labelBeside(const QPointF& mark, const QSizeF& size, const QRectF& plot,
                                  const QList<QRectF>& others)
{
    for (const double y : {mark.y() - 9 - size.height(), mark.y() + 9})
        for (const double x : {mark.x() + 9, mark.x() - 9 - size.width()}) {
            const QRectF label(QPointF(x, y), size);
            if (plot.contains(label)
                && std::ranges::none_of(others, [&](const QRectF& other) { return other.intersects(label); }))
                return label;
        }
    return std::nullopt;
}

} // namespace

void ParetoView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.card);
    painter.setFont(font());
    if (m_choices[X]->count() == 0) {
        paint::message(painter, rect(), m_emptyTitle, m_emptyText, theme);
        return;
    }
    m_marks.reset(theme, devicePixelRatioF());
    paintAll(
        painter, theme,
        [&] {
            refreshLayer();
            painter.drawPixmap(0, 0, m_layer);
        },
        false);
    if (m_cloud.isEmpty())
        paint::message(painter, m_plot, m_emptyTitle, m_emptyText, theme);
    paint::focusFrame(painter, *this);
}

void ParetoView::paintAll(QPainter& painter, const Theme& theme, const std::function<void()>& paintTheirPoints,
                          bool isPicture)
{
    painter.setRenderHint(QPainter::Antialiasing);
    paintAxes(painter, theme);
    paintTheirPoints();
    painter.save();
    painter.setClipRect(m_plot.adjusted(-1, -1, 1, 1));
    if (!isPicture) { // where nothing is held or chosen
        paintLasso(painter, theme);
        paintMarked(painter, theme);
    }
    painter.restore();
    for (const Side side : {X, Y})
        if (!m_cloud.isEmpty() && (!isPicture || m_limits[side]))
            paintLimit(painter, theme, side);
    if (!m_legendArea.isNull())
        paintParetoLegend(painter, theme, m_legendArea, m_legend, m_cloud.counts(), m_limits[X] || m_limits[Y],
                          m_marks);
}

void ParetoView::paintAxes(QPainter& painter, const Theme& theme) const
{
    painter.setFont(captionFont(font()));
    const std::vector<AxisScale::Tick> none; // a scale of no points has no values
    const bool has = !m_cloud.isEmpty();
    paintScales(painter, theme, m_plot, m_scales[X], has ? m_ticks[X] : none, m_scales[Y], has ? m_ticks[Y] : none);
    painter.setFont(font());
}

/// All points and fronts in a picture that is copied until something moves.
void ParetoView::refreshLayer()
{
    const double ratio = devicePixelRatioF();
    if (!m_isLayerOld && m_layer.size() == size() * ratio)
        return;
    m_isLayerOld = false;
    m_layer = QPixmap(size() * ratio);
    m_layer.setDevicePixelRatio(ratio);
    m_layer.fill(Qt::transparent);
    QPainter painter(&m_layer);
    paintPoints(painter);
}

/// The lighter ones lie below.
void ParetoView::paintPoints(QPainter& painter)
{
    const std::vector<ParetoPoint>& points = m_cloud.points();
    painter.setClipRect(m_plot.adjusted(-2, -2, 2, 2));
    const bool asDots = int(points.size()) > kMostMarks;
    if (asDots)
        paintDots(painter);
    const int colours = std::max(1, int(m_legend.colours.size()));
    using Weight = ParetoMarks::Weight;
    for (const Weight weight : {Weight::Beyond, Weight::Dominated, Weight::Full})
        for (int i = 0; i < int(points.size()) && (weight == Weight::Full || !asDots); ++i) {
            if (m_cloud.weight(i) != weight || !isDrawn(i))
                continue;
            const ParetoPoint& point = points[std::size_t(i)];
            if (point.isRun)
                m_marks.drawRun(painter, positionOf(i), weight);
            else
                m_marks.draw(painter, positionOf(i), point.series,
                             m_legend.byFront ? ParetoMarks::kByFront : point.colour, colours, weight,
                             point.isUndecided);
        }
    paintFronts(painter, themeFor(palette()));
}

namespace {

/// A premultiplied colour times of255 / 255, two channels at a time.
QRgb faded(QRgb colour, QRgb of255)
{
    constexpr QRgb kMask = 0x00ff00ff, kHalf = 0x00800080;
    const QRgb even = (colour & kMask) * of255 + kHalf, odd = ((colour >> 8) & kMask) * of255 + kHalf;
    return (((even + ((even >> 8) & kMask)) >> 8) & kMask) | ((odd + ((odd >> 8) & kMask)) & ~kMask);
}

} // namespace

/// What does not stand on a front, each a square of three pixels: of that many, marks would hide each other.
void ParetoView::paintDots(QPainter& painter)
{
    const double ratio = painter.device()->devicePixelRatioF();
    const QRect area = m_plot.toAlignedRect();
    QImage dots(area.size() * ratio, QImage::Format_ARGB32_Premultiplied);
    dots.setDevicePixelRatio(ratio);
    dots.fill(Qt::transparent);
    auto* pixels = reinterpret_cast<QRgb*>(dots.bits());
    const int reach = std::max(1, int(std::lround(ratio))), colours = std::max(1, int(m_legend.colours.size())),
              series = int(m_cloud.fronts().size());
    const QRectF inside = QRectF(dots.rect()).adjusted(reach, reach, -reach - 1, -reach - 1);
    for (const ParetoWeight weight : {ParetoWeight::Beyond, ParetoWeight::Dominated}) {
        std::vector<QRgb> shades;
        for (int i = 0; i < (m_legend.byFront ? series : colours); ++i)
            shades.push_back(m_marks.dotColour(i, m_legend.byFront ? ParetoMarks::kByFront : i, colours, weight));
        for (int i = 0; i < int(m_cloud.points().size()); ++i) {
            if (m_cloud.weight(i) != weight || !isDrawn(i))
                continue;
            const QPointF at = (positionOf(i) - area.topLeft()) * ratio;
            if (!inside.contains(at))
                continue;
            const ParetoPoint& point = m_cloud.points()[std::size_t(i)];
            const QRgb colour =
                shades[std::size_t(m_legend.byFront ? point.series : std::min(point.colour, colours - 1))];
            const auto under = QRgb(255 - qAlpha(colour));
            for (int y = int(at.y()) - reach; y <= int(at.y()) + reach; ++y) {
                QRgb* line = pixels + y * dots.width() + int(at.x()) - reach;
                for (QRgb* pixel = line; pixel <= line + 2 * reach; ++pixel)
                    *pixel = colour + faded(*pixel, under);
            }
        }
    }
    painter.drawImage(area.topLeft(), dots);
}

/// What a front reaches: along x up to the next point nothing better is known than the last one.
void ParetoView::paintFronts(QPainter& painter, const Theme& theme) const
{
    painter.setBrush(Qt::NoBrush);
    for (std::size_t series = 0; series < m_cloud.fronts().size(); ++series) {
        QPainterPath path;
        for (const int i : m_cloud.fronts()[series]) {
            if (!isDrawn(i))
                continue;
            const QPointF at = positionOf(i);
            if (path.elementCount() == 0) {
                path.moveTo(at);
                continue;
            }
            const QPointF before = path.currentPosition();
            if ((at - before).manhattanLength() < 0.5)
                continue; // a front of very many
            path.lineTo(m_axes[X].largerIsBetter ? QPointF(before.x(), at.y()) : QPointF(at.x(), before.y()));
            path.lineTo(at);
        }
        painter.setPen(frontPen(m_legend, theme, int(series)));
        painter.drawPath(path);
    }
}

void ParetoView::paintMarked(QPainter& painter, const Theme& theme) const
{
    painter.setBrush(Qt::NoBrush);
    painter.setFont(captionFont(font()));
    painter.setPen(QPen(theme.text, 1.4));
    const QString word = tr("knee");
    const QFontMetricsF metrics(painter.font());
    QList<QRectF> labels;
    for (const int knee : knees()) {
        const QPointF at = positionOf(knee);
        painter.drawEllipse(at, 8, 8);
        if (const auto label =
                labelBeside(at, QSizeF(metrics.horizontalAdvance(word) + 2, metrics.height()), m_plot, labels)) {
            painter.drawText(*label, Qt::AlignCenter, word);
            labels << *label;
        }
    }
    if (m_hovered >= 0 && m_hovered != m_current) {
        painter.setPen(QPen(theme.accent, 1.2));
        painter.drawEllipse(positionOf(m_hovered), 7, 7);
    }
    if (m_current >= 0 && isDrawn(m_current)) {
        const QPointF at = positionOf(m_current);
        painter.setPen(QPen(theme.accent, 2.5));
        painter.drawEllipse(at, 8, 8);
        painter.setPen(QPen(theme.accent, 1, Qt::DotLine));
        painter.drawLine(at + QPointF(0, 8), QPointF(at.x(), m_plot.bottom()));
        painter.drawLine(at - QPointF(8, 0), QPointF(m_plot.left(), at.y()));
    }
    painter.setFont(font());
}

void ParetoView::paintLimit(QPainter& painter, const Theme& theme, Side side) const
{
    const double at = limitAt(side);
    const bool isSet = m_limits[side].has_value();
    const double low = side == X ? m_plot.left() : m_plot.top(), high = side == X ? m_plot.right() : m_plot.bottom();
    if (at < low - 1 || at > high + 1)
        return; // zoomed out of sight
    const QColor colour = isSet ? theme.warning : theme.mutedText;
    painter.setPen(QPen(colour, 1.5, Qt::DashLine));
    if (isSet && side == X)
        painter.drawLine(QPointF(at, m_plot.top()), QPointF(at, m_plot.bottom()));
    if (isSet && side == Y)
        painter.drawLine(QPointF(m_plot.left(), at), QPointF(m_plot.right(), at));
    QPolygonF tab;
    if (side == X)
        tab << QPointF(at, m_plot.top()) << QPointF(at - 6, m_plot.top() - 9) << QPointF(at + 6, m_plot.top() - 9);
    else
        tab << QPointF(m_plot.right(), at) << QPointF(m_plot.right() + 9, at - 6)
            << QPointF(m_plot.right() + 9, at + 6);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(tab);
    painter.setFont(captionFont(font()));
    const QFontMetricsF metrics(painter.font());
    const QString text = !isSet ? tr("limit")
                                : (m_axes[side].largerIsBetter ? QStringLiteral("\u2265 ") : QStringLiteral("\u2264 "))
                                      + (m_axes[side].text ? m_axes[side].text(*m_limits[side]) : QString());
    const double width = metrics.horizontalAdvance(text) + 2;
    painter.setPen(colour);
    // Above the plot it waits at the right end; once it is set it stays in the plot, as the other axis' title is up
    // there.
    const double top = isSet ? m_plot.top() + 2 : m_plot.top() - metrics.height() - 1;
    QRectF label(at - width - 9, top, width, metrics.height());
    if (side == X && label.left() < m_plot.left())
        label.moveLeft(at + 9);
    if (side == Y)
        label = QRectF(m_plot.right() - width - 4, at - metrics.height() - 1, width, metrics.height());
    if (side == X || isSet) // the waiting tab of the other axis would stand in the points
        painter.drawText(label, Qt::AlignCenter, text);
    painter.setFont(font());
}

void ParetoView::paintLasso(QPainter& painter, const Theme& theme) const
{
    if (m_lasso.size() < 2)
        return;
    QPolygonF outline;
    for (const QPointF& corner : m_lasso)
        outline << position(corner);
    QColor fill = theme.accent;
    fill.setAlpha(28);
    painter.setBrush(fill);
    painter.setPen(QPen(theme.accent, 1.2, Qt::DashLine));
    painter.drawPolygon(outline);
}

namespace {
constexpr double kParetoMargin = 12;
constexpr double kParetoTickGap = 8;
constexpr double kLegendWidth = 176, kLegendCharacters = 30; // of both, the larger
constexpr double kPixelsPerTickX = 92, kPixelsPerTickY = 44;
} // namespace

QComboBox* ParetoView::makeChoice(Side side)
{
    auto* choice = new QComboBox(this);
    choice->setObjectName(side == X ? QStringLiteral("paretoX") : QStringLiteral("paretoY"));
    choice->setAccessibleName(side == X ? tr("Horizontal axis") : tr("Vertical axis"));
    choice->setToolTip(side == X ? tr("What the horizontal axis shows") : tr("What the vertical axis shows"));
    choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    choice->setFocusPolicy(Qt::TabFocus);
    connect(choice, &QComboBox::activated, this, [this, side](int index) { Q_EMIT axisChosen(side, index); });
    return choice;
}

QToolButton* ParetoView::makeLogButton(Side side)
{
    auto* button = new QToolButton(this);
    button->setObjectName(side == X ? QStringLiteral("paretoLogX") : QStringLiteral("paretoLogY"));
    button->setText(tr("log"));
    button->setCheckable(true);
    button->setAutoRaise(true);
    button->setToolTip(tr("Logarithmic axis"));
    button->setFocusPolicy(Qt::TabFocus);
    connect(button, &QToolButton::clicked, this, [this, side](bool on) { setLog(side, on); });
    return button;
}

void ParetoView::setChoices(const QStringList& titles)
{
    for (QComboBox* choice : m_choices) {
        choice->clear();
        choice->addItems(titles);
    }
    layOut();
}

void ParetoView::setAxis(Side side, int choice, const ParetoAxis& axis)
{
    m_choices[side]->setCurrentIndex(choice);
    m_axes[side] = axis;
    m_limits[side].reset();
    m_lasso.clear();
    m_cloud.setLimits(m_limits);
    m_cloud.setSense({m_axes[X].largerIsBetter, m_axes[Y].largerIsBetter});
    setPoints({});
    Q_EMIT limitsChanged();
}

void ParetoView::setLimit(Side side, std::optional<double> value)
{
    if (m_limits[side] == value)
        return;
    m_limits[side] = value;
    m_cloud.setLimits(m_limits);
    invalidate();
    describe();
    Q_EMIT frontChanged();
    Q_EMIT limitsChanged();
}

void ParetoView::setLog(Side side, bool log)
{
    m_logs[side]->setChecked(log);
    if (m_scales[side].isLog() == log)
        return;
    m_scales[side].fit(log, 1, 10); // the kind of axis; fitAxis() finds the ends
    m_lasso.clear();
    fit();
    Q_EMIT lassoChanged();
}

void ParetoView::fitAxis(Side side)
{
    const bool log = m_scales[side].isLog();
    const auto [low, high] = m_cloud.range(side == Y, log);
    m_scales[side].fit(log, low, high);
}

void ParetoView::fit()
{
    m_isFitted = true;
    m_cloud.setScales(m_scales[X], m_scales[Y]);
    fitAxis(X);
    fitAxis(Y);
    layOut();
}

/// Where everything stands: choices on the axis titles, the plot between them, the legend at the right.
void ParetoView::layOut()
{
    const QFontMetricsF caption(captionFont(font()));
    const double rowHeight = m_choices[Y]->sizeHint().height();
    const double top = rowHeight + 16;
    const double bottom = caption.height() + rowHeight + 16;
    const double plotHeight = std::max(40.0, height() - top - bottom);
    m_ticks[Y] = m_scales[Y].ticks(std::max(2, int(plotHeight / kPixelsPerTickY)), m_axes[Y].unit);
    double labels = 0;
    for (const AxisScale::Tick& tick : m_ticks[Y])
        labels = std::max(labels, caption.horizontalAdvance(tick.text));
    const double left = kParetoMargin + std::ceil(labels) + kParetoTickGap;
    const double legend = width() > 480 ? std::max(kLegendWidth, kLegendCharacters * caption.averageCharWidth()) : 0;
    m_plot = QRectF(left, top, std::max(40.0, width() - left - kParetoMargin - 14 - legend), plotHeight);
    m_ticks[X] = m_scales[X].ticks(std::max(2, int(m_plot.width() / kPixelsPerTickX)), m_axes[X].unit);
    m_legendArea = legend > 0 ? QRectF(m_plot.right() + 26, top, legend - 14, plotHeight + bottom) : QRectF();
    placeControls();
    invalidate();
}

void ParetoView::placeControls()
{
    const auto place = [](QComboBox* choice, QToolButton* log, double left, double top) {
        const QSize size = choice->sizeHint(), logSize = log->sizeHint();
        choice->setGeometry(int(left), int(top), size.width(), size.height());
        log->setGeometry(choice->geometry().right() + 5, int(top + (size.height() - logSize.height()) / 2.0),
                         logSize.width(), logSize.height());
    };
    place(m_choices[Y], m_logs[Y], kParetoMargin, 8);
    const double width = m_choices[X]->sizeHint().width() + 5 + m_logs[X]->sizeHint().width();
    place(m_choices[X], m_logs[X], std::max(kParetoMargin, m_plot.center().x() - width / 2),
          height() - m_choices[X]->sizeHint().height() - 6);
    const bool any = m_choices[X]->count() > 0;
    for (const Side side : {X, Y}) {
        m_choices[side]->setVisible(any);
        m_logs[side]->setVisible(any);
    }
}

QPointF ParetoView::position(QPointF place) const
{
    return {m_plot.left() + m_scales[X].fraction(place.x()) * m_plot.width(),
            m_plot.bottom() - m_scales[Y].fraction(place.y()) * m_plot.height()};
}

QPointF ParetoView::positionOf(int point) const { return position(m_cloud.place(point)); }

QPointF ParetoView::fractionsOf(QPointF position) const
{
    return {(position.x() - m_plot.left()) / m_plot.width(), (m_plot.bottom() - position.y()) / m_plot.height()};
}

QPointF ParetoView::placeAt(QPointF position) const
{
    const QPointF at = fractionsOf(position);
    return {m_scales[X].transformedAt(at.x()), m_scales[Y].transformedAt(at.y())};
}

QString ParetoView::chartName() const
{
    return m_cloud.isEmpty()
               ? QString()
               : tr("%1 over %2, %3").arg(m_choices[Y]->currentText(), m_choices[X]->currentText(), source());
}

/// As on the screen, with the titles of the axes as text where the choices stand.
void ParetoView::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.card);
    painter.setFont(font());
    m_marks.reset(theme, devicePixelRatioF());
    m_marks.setVector(true);
    paintAll(
        painter, theme,
        [&] {
            painter.save();
            paintPoints(painter);
            painter.restore();
        },
        true);
    m_marks.setVector(false);
    painter.setPen(theme.text);
    for (const Side side : {X, Y})
        painter.drawText(m_choices[side]->geometry().adjusted(0, 0, 60, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         m_choices[side]->currentText());
}

} // namespace nestloom::ui
