// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/parallel_view.h"

#include "ui/style/paint_tools.h"
#include "ui/style/wording.h"
#include "ui/widgets/hear_events.h"

#include <QElapsedTimer>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

constexpr double kParallelMargin = 12;
constexpr double kAxisReach = 12; // reach of an axis, in pixels
constexpr double kLineReach = 6;  // of a click on a line
constexpr double kPixelsPerAxisTick = 44;
constexpr double kBandWidth = 9;
constexpr int kPaintMs = 8; // of a turn of the event loop
constexpr int kRowsEach = 1'000;
constexpr int kAtOnce = 5'000;           // rows that are painted in one turn
constexpr std::size_t kFewOnFront = 300; // lines that are smoothed
constexpr double kParallelTickGap = 6;

/// In two lines, broken near the middle.
QStringList titleLines(const QString& title)
{
    qsizetype best = -1;
    for (qsizetype at = title.indexOf(QLatin1Char(' ')); at >= 0; at = title.indexOf(QLatin1Char(' '), at + 1))
        if (best < 0 || std::abs(2 * at - title.size()) < std::abs(2 * best - title.size()))
            best = at;
    return best < 0 ? QStringList{title} : QStringList{title.left(best), title.mid(best + 1)};
}

} // namespace

ParallelView::ParallelView(QWidget* parent) : PointsChart(parent)
{
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Parallel coordinates"));
    m_more.setSingleShot(true);
    m_more.setInterval(0);
    connect(&m_more, &QTimer::timeout, this, &ParallelView::goOn);
    for (const auto type : {QEvent::FontChange, QEvent::PaletteChange})
        hearEvents(this, type, [this] { layOut(); });
}

void ParallelView::setAxes(std::vector<FigureColumn> axes)
{
    std::vector<std::optional<Range>> ranges(axes.size());
    for (std::size_t i = 0; i < axes.size(); ++i)
        for (std::size_t k = 0; k < m_axes.size(); ++k)
            if (m_axes[k].title == axes[i].title)
                ranges[i] = m_ranges[k];
    m_axes = std::move(axes);
    m_ranges = std::move(ranges);
    m_scales.clear();
    for (const FigureColumn& axis : m_axes)
        m_scales.push_back(scaleOf(axis));
    m_bins.clear();
    m_bins.reserve(m_axes.size() * std::size_t(rowCount()));
    m_hasLines = false;
    for (int row = 0; row < rowCount() && !m_hasLines; ++row)
        m_hasLines = hasLine(row);
    m_front.clear();
    m_kept.reset();
    m_current = m_current < rowCount() ? m_current : -1;
    layOut();
}

void ParallelView::setFront(std::vector<int> rows)
{
    m_front = std::move(rows);
    std::erase_if(m_front, [this](int row) { return !hasLine(row); });
    if (!m_axes.empty())
        std::ranges::stable_sort(m_front, {}, [this](int row) { return m_axes[0].values[std::size_t(row)]; });
    setAccessibleDescription(tr("%1, %2 of them Pareto-optimal.")
                                 .arg(counted(rowCount(), tr("1 point"), tr("%1 points")))
                                 .arg(m_front.size()));
    invalidate();
}

void ParallelView::setKept(std::optional<std::vector<bool>> kept)
{
    m_kept = std::move(kept);
    invalidate();
}

bool ParallelView::isKept(int row) const
{
    return !m_kept || (std::size_t(row) < m_kept->size() && (*m_kept)[std::size_t(row)]);
}

void ParallelView::setRange(int axis, std::optional<Range> range)
{
    if (m_ranges[std::size_t(axis)] == range)
        return;
    m_ranges[std::size_t(axis)] = range;
    update();
    Q_EMIT rangesChanged();
}

void ParallelView::clearRanges()
{
    if (std::ranges::none_of(m_ranges, [](const auto& range) { return range.has_value(); }))
        return;
    std::ranges::fill(m_ranges, std::nullopt);
    update();
    Q_EMIT rangesChanged();
}

std::optional<std::vector<bool>> ParallelView::inRanges() const
{
    std::optional<std::vector<bool>> kept;
    for (std::size_t axis = 0; axis < m_axes.size(); ++axis) {
        if (!m_ranges[axis])
            continue;
        if (!kept)
            kept.emplace(std::size_t(rowCount()), true);
        const auto& [low, high] = *m_ranges[axis];
        for (std::size_t row = 0; row < kept->size(); ++row)
            (*kept)[row] = (*kept)[row] && m_axes[axis].values[row] >= low && m_axes[axis].values[row] <= high;
    }
    return kept;
}

void ParallelView::setCurrent(int row)
{
    m_current = row < rowCount() ? row : -1;
    update();
}

void ParallelView::choose(int row)
{
    if (row == m_current)
        return;
    setCurrent(row);
    Q_EMIT currentChanged(row);
}

void ParallelView::layOut()
{
    const QFontMetricsF caption(captionFont(font()));
    double labels = 0;
    if (!m_axes.empty())
        for (const AxisTick& tick : m_scales[0].ticks(std::max(2, int(height() / kPixelsPerAxisTick)), m_axes[0].unit))
            labels = std::max(labels, caption.horizontalAdvance(tick.text));
    const double top = kParallelMargin + 2 * caption.lineSpacing() + 8;
    const double left = std::max(kParallelMargin + labels + kParallelTickGap, 60.0);
    m_plot =
        QRectF(left, top, std::max(40.0, width() - left - 60), std::max(40.0, height() - top - kParallelMargin - 4));
    invalidate();
}

void ParallelView::invalidate()
{
    m_isLayerOld = true;
    m_work.reset();
    m_more.stop();
    update();
}

double ParallelView::xOf(int axis) const
{
    return m_axes.size() < 2 ? m_plot.center().x() : m_plot.left() + m_plot.width() * axis / double(m_axes.size() - 1);
}

double ParallelView::yOf(int axis, double value) const
{
    return m_plot.bottom() - m_scales[std::size_t(axis)].place(value) * m_plot.height();
}

QPointF ParallelView::positionOf(int row, int axis) const
{
    return {xOf(axis), yOf(axis, m_axes[std::size_t(axis)].values[std::size_t(row)])};
}

bool ParallelView::hasLine(int row) const
{
    return std::ranges::all_of(
        m_axes, [row](const FigureColumn& axis) { return std::isfinite(axis.values[std::size_t(row)]); });
}

QPolygonF ParallelView::lineOf(int row) const
{
    QPolygonF line;
    for (int axis = 0; axis < int(m_axes.size()); ++axis)
        line << positionOf(row, axis);
    return line;
}

int ParallelView::axisAt(QPointF at) const
{
    for (int axis = 0; axis < int(m_axes.size()); ++axis)
        if (std::abs(at.x() - xOf(axis)) <= kAxisReach)
            return axis;
    return -1;
}

int ParallelView::rowAt(QPointF at) const
{
    if (m_axes.size() < 2 || !m_plot.adjusted(-1, -1, 1, 1).contains(at))
        return -1;
    const double along = (at.x() - m_plot.left()) / m_plot.width() * double(m_axes.size() - 1);
    const int gap = std::clamp(int(along), 0, int(m_axes.size()) - 2);
    int found = -1;
    double nearest = kLineReach;
    for (const int row : m_front) {
        const double a = positionOf(row, gap).y(), b = positionOf(row, gap + 1).y();
        if (const double away = std::abs(a + (along - gap) * (b - a) - at.y()); isKept(row) && away < nearest) {
            nearest = away;
            found = row;
        }
    }
    return found;
}

void ParallelView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = event->position();
    m_dragged = axisAt(m_pressed);
}

void ParallelView::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF at = event->position();
    if (m_dragged < 0) {
        setCursor(axisAt(at) >= 0 ? Qt::SplitVCursor : Qt::ArrowCursor);
        return;
    }
    if (std::abs(at.y() - m_pressed.y()) < kClickSlack)
        return;
    const auto valueAt = [&](double y) {
        const double place = (m_plot.bottom() - y) / m_plot.height();
        return m_scales[std::size_t(m_dragged)].valueAt(std::clamp(place, 0.0, 1.0));
    };
    const double a = valueAt(m_pressed.y()), b = valueAt(at.y());
    setRange(m_dragged, Range{std::min(a, b), std::max(a, b)});
}

void ParallelView::mouseReleaseEvent(QMouseEvent* event)
{
    const int axis = std::exchange(m_dragged, -1);
    if (event->button() != Qt::LeftButton || std::abs(event->position().y() - m_pressed.y()) >= kClickSlack)
        return;
    if (axis >= 0 && m_ranges[std::size_t(axis)])
        setRange(axis, std::nullopt);
    else
        choose(rowAt(event->position()));
}

void ParallelView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const int row = rowAt(event->position()); row >= 0) {
        choose(row);
        Q_EMIT activated(row);
    }
}

void ParallelView::keyPressEvent(QKeyEvent* event)
{
    const bool forward = event->key() == Qt::Key_Right || event->key() == Qt::Key_Down;
    const bool back = event->key() == Qt::Key_Left || event->key() == Qt::Key_Up;
    if (event->key() == Qt::Key_Escape)
        return clearRanges();
    if (event->key() == Qt::Key_Return && m_current >= 0) {
        Q_EMIT activated(m_current);
        return;
    }
    if ((!forward && !back) || m_front.empty())
        return PointsChart::keyPressEvent(event);
    const auto at = std::ranges::find(m_front, m_current);
    const auto last = std::ptrdiff_t(m_front.size()) - 1;
    const std::ptrdiff_t next = at == m_front.end() ? (forward ? 0 : last) : at - m_front.begin() + (forward ? 1 : -1);
    choose(m_front[std::size_t(std::clamp(next, std::ptrdiff_t(0), last))]);
}

QString ParallelView::toolTipAt(QPointF at) const
{
    if (const int axis = axisAt(at); axis >= 0) {
        const FigureColumn& shown = m_axes[std::size_t(axis)];
        const QString better = !shown.largerIsBetter   ? QString()
                               : *shown.largerIsBetter ? tr(", larger is better")
                                                       : tr(", smaller is better");
        return tr("%1%2%3\nDrag along the axis to keep the points of a range; a click keeps all again.")
            .arg(shown.title, better, isLog(axis) ? tr(", logarithmic") : QString());
    }
    const int row = rowAt(at);
    return row >= 0 && m_describe ? m_describe(row) : QString();
}

/// The lines in a picture that is copied until they change. It is made in turns; until then the one before stays.
void ParallelView::beginLayer()
{
    m_isLayerOld = false;
    std::vector<double> xs;
    for (int axis = 0; axis < int(m_axes.size()); ++axis)
        xs.push_back((xOf(axis) - m_plot.left()) * devicePixelRatioF());
    const ParallelLines none((m_plot.size() * devicePixelRatioF()).toSize(), xs, std::size_t(rowCount()));
    m_work.emplace(Work{none, none});
    if (rowCount() > kAtOnce)
        m_more.start();
    else
        finishLayer();
}

/// Puts some lines where they belong, or paints a gap; false when all is done.
bool ParallelView::advance()
{
    const std::size_t axes = m_axes.size();
    const int last = std::min(rowCount(), m_work->rows + kRowsEach);
    if (m_work->rows == last)
        return m_work->dimmed.paintNext() || m_work->kept.paintNext();
    for (int& row = m_work->rows; row < last; ++row) {
        if (m_bins.size() <= std::size_t(row) * axes)
            for (std::size_t axis = 0; axis < axes; ++axis)
                m_bins.push_back(ParallelLines::binOf(m_scales[axis].place(m_axes[axis].values[std::size_t(row)])));
        (isKept(row) ? m_work->kept : m_work->dimmed).add({m_bins.data() + std::size_t(row) * axes, axes});
    }
    return true;
}

void ParallelView::goOn()
{
    bool isLeft = false;
    QElapsedTimer spent;
    spent.start();
    while (!spent.hasExpired(kPaintMs) && (isLeft = advance()))
        m_isPainted = false;
    if (isLeft || !std::exchange(m_isPainted, true)) // the picture is made in a turn of its own
        m_more.start();
    else
        finishLayer();
}

void ParallelView::finishLayer()
{
    while (advance())
        ;
    const Theme& theme = themeFor(palette());
    m_layer = QPixmap(layerSize());
    m_layer.setDevicePixelRatio(devicePixelRatioF());
    m_layer.fill(Qt::transparent);
    QPainter painter(&m_layer);
    const auto paintLines = [&](ParallelLines& lines, double most) {
        QImage picture = lines.picture(theme.mutedText, most);
        picture.setDevicePixelRatio(devicePixelRatioF());
        painter.drawImage(m_plot.topLeft(), picture);
    };
    if (m_kept)
        paintLines(m_work->dimmed, 0.2);
    paintLines(m_work->kept, 0.75);
    painter.setRenderHint(QPainter::Antialiasing, m_front.size() <= kFewOnFront);
    QColor accent = theme.accent;
    if (m_front.size() > 40)
        accent.setAlphaF(0.6F);
    painter.setPen(QPen(accent, 1.3));
    for (const int row : m_front)
        if (isKept(row))
            painter.drawPolyline(lineOf(row));
    m_work.reset();
    update();
}

void ParallelView::paintAxis(QPainter& painter, const Theme& theme, int axis) const
{
    const FigureColumn& shown = m_axes[std::size_t(axis)];
    const QFontMetricsF metrics(painter.font());
    const double x = std::round(xOf(axis)) + 0.5;
    painter.setPen(QPen(theme.text, 1.2));
    painter.drawLine(QPointF(x, m_plot.top()), QPointF(x, m_plot.bottom()));
    const double room = m_axes.size() > 1 ? m_plot.width() / double(m_axes.size() - 1) : m_plot.width();
    QStringList title = titleLines(shown.title);
    if (shown.largerIsBetter) // which end is better
        title.last() += *shown.largerIsBetter ? QStringLiteral(" \u2191") : QStringLiteral(" \u2193");
    double y = m_plot.top() - 6 - metrics.lineSpacing() * double(title.size());
    for (const QString& line : title) {
        const double width = std::min(room - 8, metrics.horizontalAdvance(line) + 2);
        const double left = std::clamp(x - width / 2, 2.0, this->width() - width - 2);
        painter.drawText(QRectF(left, y, width, metrics.lineSpacing()), Qt::AlignCenter,
                         metrics.elidedText(line, Qt::ElideRight, width));
        y += metrics.lineSpacing();
    }
    QColor plate = theme.card;
    plate.setAlphaF(0.8F);
    const int most = std::max(2, int(m_plot.height() / kPixelsPerAxisTick));
    for (const AxisTick& tick : m_scales[std::size_t(axis)].ticks(most, shown.unit)) {
        const double at = yOf(axis, tick.value);
        painter.setPen(theme.text);
        painter.drawLine(QPointF(x - 3, at), QPointF(x + 3, at));
        const double width = std::min(metrics.horizontalAdvance(tick.text) + 4, room - 10);
        const QRectF label(x - kParallelTickGap - width, at - metrics.height() / 2, width, metrics.height());
        painter.fillRect(label, plate);
        painter.drawText(label, Qt::AlignCenter, metrics.elidedText(tick.text, Qt::ElideRight, width));
    }
}

void ParallelView::paintRange(QPainter& painter, const Theme& theme, int axis) const
{
    const auto& [low, high] = *m_ranges[std::size_t(axis)];
    const double top = std::max(m_plot.top(), yOf(axis, high)), bottom = std::min(m_plot.bottom(), yOf(axis, low));
    const QRectF band(xOf(axis) - kBandWidth / 2, top, kBandWidth, std::max(2.0, bottom - top));
    QColor fill = theme.warning;
    fill.setAlphaF(0.35F);
    painter.setPen(QPen(theme.warning, 1.4));
    painter.setBrush(fill);
    painter.drawRect(band);
    const auto& text = m_axes[std::size_t(axis)].text;
    if (!text)
        return;
    const QFontMetricsF metrics(painter.font());
    const auto tell = [&](double value, double y) {
        const QString told = text(value);
        const double width = metrics.horizontalAdvance(told) + 4;
        const double left = std::min(band.right() + 4, this->width() - width - 2);
        const QRectF label(left, y - metrics.height() / 2, width, metrics.height());
        painter.fillRect(label, theme.card);
        painter.drawText(label, Qt::AlignCenter, told);
    };
    tell(high, std::max(top, m_plot.top() + metrics.height() / 2));
    tell(low, std::max(bottom, top + metrics.height()));
}

void ParallelView::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.card);
    if (m_axes.size() < 2 || !m_hasLines) {
        paint::message(painter, rect(), tr("Nothing to show"),
                       m_axes.size() < 2 ? tr("Choose at least two axes.")
                       : rowCount() == 0 ? tr("Points appear here as they finish.")
                                         : tr("No point has all of these figures."),
                       theme);
        return;
    }
    if (m_isLayerOld || (!m_work && m_layer.size() != layerSize()))
        beginLayer();
    if (m_work && painter.device() != this) // a picture does not wait
        finishLayer();
    if (m_layer.size() == layerSize())
        painter.drawPixmap(0, 0, m_layer);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(captionFont(font()));
    for (int axis = 0; axis < int(m_axes.size()); ++axis)
        paintAxis(painter, theme, axis);
    for (int axis = 0; axis < int(m_axes.size()); ++axis)
        if (m_ranges[std::size_t(axis)])
            paintRange(painter, theme, axis);
    if (m_current >= 0 && hasLine(m_current)) {
        painter.setPen(QPen(theme.text, 2.4));
        painter.setBrush(theme.text);
        const QPolygonF line = lineOf(m_current);
        painter.drawPolyline(line);
        for (const QPointF& at : line)
            painter.drawEllipse(at, 3, 3);
    }
    painter.setFont(font());
}

QString ParallelView::chartName() const
{
    return rowCount() == 0 ? QString() : tr("Parallel coordinates, %1").arg(source());
}

TableValues ParallelView::chartValues() const
{
    TableValues table;
    for (const FigureColumn& axis : m_axes)
        table.columns << axis.exportTitle();
    table.columns << tr("on the Pareto front");
    std::vector<int> front = m_front;
    std::ranges::sort(front);
    for (int row = 0; row < rowCount(); ++row) {
        if (!isKept(row))
            continue;
        QVariantList cells;
        for (const FigureColumn& axis : m_axes)
            cells << axis.values[std::size_t(row)];
        cells << (std::ranges::binary_search(front, row) ? tr("yes") : tr("no"));
        table.rows.push_back(cells);
    }
    return table;
}

} // namespace nestloom::ui
