// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/front_matrix.h"

#include "ui/charts/pareto_marks.h"
#include "ui/style/paint_tools.h"
#include "ui/style/wording.h"
#include "ui/widgets/hear_events.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

constexpr double kMatrixEdge = 12, kMatrixGap = 10;
constexpr int kSmallDot = 2, kLargeDot = 4; // pixels, of many rows and of few
constexpr std::size_t kFewDots = 2'000;

} // namespace

FrontMatrix::FrontMatrix(QWidget* parent) : PointsChart(parent)
{
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Matrix of fronts"));
    m_more.setSingleShot(true);
    m_more.setInterval(0);
    connect(&m_more, &QTimer::timeout, this, &FrontMatrix::makeNext);
    for (const auto type : {QEvent::FontChange, QEvent::PaletteChange})
        hearEvents(this, type, [this] { layOut(); });
}

void FrontMatrix::setFigures(std::vector<FigureColumn> figures, std::vector<int> series)
{
    if (figures.size() > std::size_t(kMost))
        figures.resize(std::size_t(kMost));
    m_figures = std::move(figures);
    m_series = std::move(series);
    m_kept.reset();
    m_scales.clear();
    for (const FigureColumn& figure : m_figures)
        m_scales.push_back(scaleOf(figure));
    m_places.assign(m_figures.size(), {});
    m_focused = {};
    layOut();
}

void FrontMatrix::setKept(std::optional<std::vector<bool>> kept)
{
    if (m_kept == kept)
        return;
    m_kept = std::move(kept);
    startOver();
}

void FrontMatrix::layOut()
{
    const QFontMetricsF caption(captionFont(font()));
    double labels = 0;
    for (std::size_t i = 1; i < m_figures.size(); ++i)
        for (const AxisTick& tick : m_scales[i].ticks(2, m_figures[i].unit))
            labels = std::max(labels, caption.horizontalAdvance(tick.text));
    const double left = kMatrixEdge + 2 * caption.lineSpacing() + labels + 6, bottom = 2 * caption.lineSpacing() + 10;
    m_plot = QRectF(left, kMatrixEdge, std::max(40.0, width() - left - kMatrixEdge),
                    std::max(40.0, height() - kMatrixEdge - bottom));
    startOver();
}

QRectF FrontMatrix::area(int x, int y) const
{
    const double side = std::max(1, count() - 1);
    const double width = (m_plot.width() - kMatrixGap * (side - 1)) / side;
    const double height = (m_plot.height() - kMatrixGap * (side - 1)) / side;
    return {m_plot.left() + x * (width + kMatrixGap), m_plot.top() + (y - 1) * (height + kMatrixGap), width, height};
}

void FrontMatrix::startOver()
{
    m_cells.assign(std::size_t(std::max(0, count() * (count() - 1) / 2)), {});
    m_next = 0;
    if (!m_cells.empty() && isVisible())
        m_more.start();
    update();
}

void FrontMatrix::showEvent(QShowEvent* event)
{
    PointsChart::showEvent(event);
    if (m_next < m_cells.size())
        m_more.start();
}

FrontMatrix::Pair FrontMatrix::pairOf(std::size_t cell)
{
    int y = 1;
    while (cellOf(0, y + 1) <= cell)
        ++y;
    return {int(cell - cellOf(0, y)), y};
}

void FrontMatrix::makeNext()
{
    m_cells[m_next] = made(pairOf(m_next));
    if (++m_next < m_cells.size())
        m_more.start();
    else
        setAccessibleDescription(
            tr("%1 of %2 figures").arg(counted(qint64(m_cells.size()), tr("1 front"), tr("%1 fronts"))).arg(count()));
    update();
}

const std::vector<double>& FrontMatrix::places(int figure) const
{
    std::vector<double>& all = m_places[std::size_t(figure)];
    if (all.empty())
        for (const double value : m_figures[std::size_t(figure)].values)
            all.push_back(m_scales[std::size_t(figure)].place(value));
    return all;
}

/// Dots of all rows, faint where one is not kept; and as steps, the front of each series of the kept ones.
FrontMatrix::Cell FrontMatrix::made(const Pair& pair) const
{
    const FigureColumn &across = m_figures[std::size_t(pair.x)], &up = m_figures[std::size_t(pair.y)];
    const std::vector<double>&xs = places(pair.x), &ys = places(pair.y);
    const double ratio = devicePixelRatioF();
    const QSize size = (area(pair.x, pair.y).size() * ratio).toSize();
    Cell cell{QImage(size, QImage::Format_ARGB32_Premultiplied), {}};
    cell.picture.fill(Qt::transparent);
    auto* pixels = reinterpret_cast<QRgb*>(cell.picture.bits());
    const auto place = [&](std::size_t row) {
        return QPointF(xs[row] * (size.width() - 1), (1 - ys[row]) * (size.height() - 1));
    };
    const Theme& theme = themeFor(palette());
    const QColor base = theme.mutedText;
    const auto shade = [&](int alpha) { return qPremultiply(qRgba(base.red(), base.green(), base.blue(), alpha)); };
    const QRgb strong = shade(150), faint = shade(40);
    const int dotSize = int(std::lround(ratio)) * (xs.size() <= kFewDots ? kLargeDot : kSmallDot);
    std::vector<ParetoPoint> points;
    points.reserve(across.values.size());
    int seriesCount = 0;
    for (std::size_t row = 0; row < across.values.size(); ++row) {
        const bool isKept = !m_kept || (row < m_kept->size() && (*m_kept)[row]);
        points.push_back({isKept ? across.values[row] : std::nan(""), up.values[row], m_series[row]});
        seriesCount = std::max(seriesCount, m_series[row] + 1);
        const QPointF at = place(row);
        if (!std::isfinite(at.x()) || !std::isfinite(at.y()))
            continue;
        const QRect dot = QRect(int(at.x()) - dotSize / 2, int(at.y()) - dotSize / 2, dotSize, dotSize)
                              .intersected(cell.picture.rect());
        for (int y = dot.top(); y <= dot.bottom(); ++y)
            for (int x = dot.left(); x <= dot.right(); ++x)
                if (QRgb& pixel = pixels[y * size.width() + x]; pixel != strong)
                    pixel = isKept ? strong : faint;
    }
    QPainter painter(&cell.picture);
    painter.setRenderHint(QPainter::Antialiasing);
    const ParetoSense sense{across.largerIsBetter.value_or(false), up.largerIsBetter.value_or(false)};
    for (int series = 0; series < seriesCount; ++series) {
        const std::vector<int> front = extendFront({}, points, 0, series, sense);
        cell.front.insert(cell.front.end(), front.begin(), front.end());
        painter.setPen(QPen(seriesCount > 1 ? frontColour(theme, series) : theme.accent, 1.6 * ratio));
        painter.setBrush(painter.pen().color());
        QPainterPath path;
        for (const int row : front) {
            const QPointF at = place(std::size_t(row));
            if (path.elementCount() == 0) {
                path.moveTo(at);
            } else {
                const QPointF before = path.currentPosition();
                path.lineTo(sense.largerX ? QPointF(before.x(), at.y()) : QPointF(at.x(), before.y()));
                path.lineTo(at);
            }
            if (front.size() < 50)
                painter.drawEllipse(at, 2.6 * ratio, 2.6 * ratio);
        }
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(path);
    }
    return cell;
}

std::optional<FrontMatrix::Pair> FrontMatrix::pairAt(QPointF at) const
{
    for (int y = 1; y < count(); ++y)
        for (int x = 0; x < y; ++x)
            if (area(x, y).contains(at))
                return Pair{x, y};
    return std::nullopt;
}

void FrontMatrix::mouseMoveEvent(QMouseEvent* event)
{
    m_hovered = pairAt(event->position());
    setCursor(m_hovered ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void FrontMatrix::leaveEvent(QEvent* event)
{
    m_hovered.reset();
    update();
    PointsChart::leaveEvent(event);
}

void FrontMatrix::mouseReleaseEvent(QMouseEvent* event)
{
    const auto pair = pairAt(event->position());
    if (!pair || event->button() != Qt::LeftButton)
        return;
    m_focused = *pair;
    Q_EMIT pairChosen(pair->x, pair->y);
}

void FrontMatrix::keyPressEvent(QKeyEvent* event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (count() < 2)
        return PointsChart::keyPressEvent(event);
    if (isEnter) {
        Q_EMIT pairChosen(m_focused.x, m_focused.y);
        return;
    }
    Pair to = m_focused;
    switch (event->key()) {
    case Qt::Key_Left: --to.x; break;
    case Qt::Key_Right: ++to.x; break;
    case Qt::Key_Up: --to.y; break;
    case Qt::Key_Down: ++to.y; break;
    default: return PointsChart::keyPressEvent(event);
    }
    if (to.x >= 0 && to.x < to.y && to.y < count())
        m_focused = to;
    update();
}

QString FrontMatrix::toolTipAt(QPointF at) const
{
    const auto pair = pairAt(at);
    if (!pair)
        return {};
    const auto size = qint64(front(pair->x, pair->y).size());
    return (m_kept ? tr("%1 over %2: %3 of what is chosen on the front.\nA click opens it in the chart.")
                   : tr("%1 over %2: %3 on the front.\nA click opens it in the chart."))
        .arg(m_figures[std::size_t(pair->y)].title, m_figures[std::size_t(pair->x)].title,
             counted(size, tr("1 point"), tr("%1 points")));
}

/// Titles and the ends of the scales: those of the rows at the left, those of the columns at the bottom.
void FrontMatrix::paintLabels(QPainter& painter, const Theme& theme) const
{
    const QFontMetricsF metrics(painter.font());
    const auto titled = [](const FigureColumn& figure) {
        return !figure.largerIsBetter
                   ? figure.title
                   : figure.title + (*figure.largerIsBetter ? QStringLiteral(" \u2191") : QStringLiteral(" \u2193"));
    };
    for (int x = 0; x + 1 < count(); ++x) {
        const QRectF cell = area(x, count() - 1);
        const FigureColumn& figure = m_figures[std::size_t(x)];
        painter.setPen(theme.mutedText);
        double taken = -1e9;
        for (const AxisTick& tick : m_scales[std::size_t(x)].ticks(3, figure.unit)) {
            const double at = cell.left() + m_scales[std::size_t(x)].place(tick.value) * cell.width();
            const double width = metrics.horizontalAdvance(tick.text) + 2;
            const double left = std::clamp(at - width / 2, cell.left(), std::max(cell.left(), cell.right() - width));
            if (left < taken || left + width > cell.right() + 1)
                continue;
            taken = left + width + 6;
            painter.drawText(QRectF(left, cell.bottom() + 3, width, metrics.height()), Qt::AlignCenter, tick.text);
        }
        painter.setPen(theme.text);
        painter.drawText(QRectF(cell.left(), cell.bottom() + 3 + metrics.lineSpacing(), cell.width(), metrics.height()),
                         Qt::AlignCenter, metrics.elidedText(titled(figure), Qt::ElideRight, cell.width()));
    }
    for (int y = 1; y < count(); ++y) {
        const QRectF cell = area(0, y);
        const FigureColumn& figure = m_figures[std::size_t(y)];
        for (const AxisTick& tick : m_scales[std::size_t(y)].ticks(3, figure.unit)) {
            const double at = cell.bottom() - m_scales[std::size_t(y)].place(tick.value) * cell.height();
            paint::gridLabel(painter, theme, cell, at, tick.text);
        }
        painter.save();
        painter.setPen(theme.text);
        painter.translate(4, cell.bottom());
        painter.rotate(-90);
        painter.drawText(QRectF(0, 0, cell.height(), 2 * metrics.lineSpacing()), Qt::AlignCenter | Qt::TextWordWrap,
                         titled(figure));
        painter.restore();
    }
}

void FrontMatrix::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.card);
    const bool isEmpty = std::ranges::none_of(m_figures, [](const FigureColumn& figure) {
        return std::ranges::any_of(figure.values, [](double value) { return std::isfinite(value); });
    });
    if (count() < 2 || isEmpty) {
        paint::message(painter, rect(), tr("Nothing to show"),
                       count() < 2        ? tr("Choose at least two figures.")
                       : m_series.empty() ? tr("Points appear here as they finish.")
                                          : tr("No point has these figures."),
                       theme);
        return;
    }
    painter.setFont(captionFont(font()));
    paintLabels(painter, theme);
    painter.setBrush(Qt::NoBrush);
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        const Pair pair = pairOf(i);
        const QRectF cell = area(pair.x, pair.y);
        painter.drawImage(cell, m_cells[i].picture);
        const bool isMarked = pair == m_hovered || (hasFocus() && pair == m_focused);
        painter.setPen(QPen(isMarked ? theme.accent : theme.border, isMarked ? 2 : 1));
        painter.drawRect(cell);
    }
    if (count() > 2) { // in the room above the diagonal
        const QRectF free(area(count() - 2, 1).topLeft(), area(count() - 2, count() - 2).bottomRight());
        painter.setPen(theme.mutedText);
        painter.drawText(free.adjusted(4, 4, -4, -4), Qt::AlignRight | Qt::AlignTop | Qt::TextWordWrap,
                         tr("The arrow points to the better end.\nA click opens a front in the chart."));
    }
    painter.setFont(font());
}

QString FrontMatrix::chartName() const
{
    return m_series.empty() ? QString() : tr("Matrix of fronts, %1").arg(source());
}

TableValues FrontMatrix::chartValues() const
{
    TableValues table;
    for (const FigureColumn& figure : m_figures)
        table.columns << figure.exportTitle();
    table.columns << tr("on the fronts of");
    std::vector<QStringList> fronts(m_series.size());
    for (std::size_t i = 0; i < m_cells.size(); ++i)
        for (const int row : m_cells[i].front)
            fronts[std::size_t(row)] << tr("%1 over %2")
                                            .arg(m_figures[std::size_t(pairOf(i).y)].title,
                                                 m_figures[std::size_t(pairOf(i).x)].title);
    for (std::size_t row = 0; row < m_series.size(); ++row) {
        QVariantList cells;
        for (const FigureColumn& figure : m_figures)
            cells << figure.values[row];
        cells << fronts[row].join(QStringLiteral("; "));
        table.rows.push_back(cells);
    }
    return table;
}

} // namespace nestloom::ui
