// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/mesh_map.h"

#include "ui/features/noc/link_models.h"
#include "ui/features/noc/shown_mesh.h"
#include "ui/style/format.h"
#include "ui/style/paint_tools.h"
#include "ui/widgets/hear_events.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace nestloom::ui {

MeshMap::MeshMap(QWidget* parent) : PaintedChart(parent)
{
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Mesh with the load of its links"));
    hearEvents(this, QEvent::FontChange, [this] { relayout(); });
    describe();
}

void MeshMap::setMesh(std::optional<ShownMesh> mesh)
{
    const bool sameRouters = m_mesh && mesh && m_mesh->load.mesh == mesh->load.mesh;
    m_mesh = std::move(mesh);
    m_hovered.reset();
    if (!sameRouters) {
        m_cursor.reset();
        selectLink(std::nullopt);
    }
    rescale();
    relayout();
    describe();
}

void MeshMap::setScale(bool log, bool fixedRange)
{
    m_log = log;
    m_fixedRange = fixedRange;
    rescale();
}

void MeshMap::rescale()
{
    m_scale = m_mesh ? chooseScale() : MeshScale{};
    update();
}

MeshScale MeshMap::chooseScale() const
{
    double busiest = 0;
    for (noc::LinkId link = 0; link < m_mesh->load.mesh.linkCount(); ++link)
        busiest = std::max(busiest, load(link));
    return {m_log, m_fixedRange ? 1.0 : roundTop(busiest)};
}

double MeshMap::footerHeight() const { return 2 * QFontMetricsF(captionFont(font())).height() + 22; }

QRectF MeshMap::meshArea() const { return QRectF(rect()).adjusted(6, 6, -6, -footerHeight()); }

void MeshMap::relayout()
{
    const QRectF area = meshArea();
    m_layout = m_mesh && area.isValid() ? MeshLayout(*m_mesh, area) : MeshLayout();
    update();
}

void MeshMap::selectLink(std::optional<noc::LinkId> link)
{
    if (link && (!m_mesh || !m_mesh->hasLink(*link)))
        link.reset();
    if (link)
        m_cursor = link;
    update();
    if (link == m_selected)
        return;
    m_selected = link;
    describe();
    Q_EMIT linkSelected(link);
}

void MeshMap::hover(std::optional<noc::LinkId> link)
{
    if (link == m_hovered)
        return;
    m_hovered = link;
    setCursor(link ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

TableValues MeshMap::chartValues() const
{
    LinkModel links;
    if (m_mesh)
        links.setMesh(*m_mesh);
    return tableValues(links);
}

/// Screen readers hear the busiest link, then the one under the cursor.
void MeshMap::describe()
{
    QString text = tr("No mesh is shown.");
    if (m_mesh) {
        text = description();
        if (m_cursor)
            text += QLatin1Char(' ') + describe(*m_cursor);
    }
    setAccessibleDescription(text);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

QString MeshMap::description() const { return hottestSentence(*m_mesh); }

QString MeshMap::describe(noc::LinkId link) const
{
    return tr("%1: %2").arg(linkName(*m_mesh, link), loadText(*m_mesh, load(link)));
}

QString MeshMap::hint(QPointF point) const
{
    const auto bytesText = [this](noc::LinkId link) {
        return tr("%1 (%2)").arg(format::bytes(m_mesh->bytes(link)), loadText(*m_mesh, m_mesh->utilization(link)));
    };
    if (const auto link = m_layout.linkAt(point)) {
        QStringList lines{tr("%1: %2").arg(linkName(*m_mesh, *link), bytesText(*link))};
        for (const TensorRole role : kTensorRoles)
            if (const double bytes = m_mesh->bytes(*link, role); bytes > 0 && m_mesh->tensors.contains(role))
                lines << tr("%1: %2").arg(tensorName(role), format::bytes(bytes));
        return lines.join(QLatin1Char('\n'));
    }
    const auto router = m_layout.chipAt(point);
    if (!router)
        return {};
    const noc::Mesh& mesh = m_mesh->load.mesh;
    if (*router >= mesh.peCount())
        return tr("%1 passes traffic on; it has no PE").arg(routerName(*m_mesh, *router));
    if (!m_mesh->load.uses(*router))
        return tr("PE %1 is idle: the mapping uses %2 of %3 PEs")
            .arg(*router)
            .arg(m_mesh->load.pes.size())
            .arg(mesh.peCount());
    return tr("PE %1\nreceives %2\nsends %3")
        .arg(*router)
        .arg(bytesText(mesh.leaving(*router)), bytesText(mesh.entering(*router)));
}

void MeshMap::keyPressEvent(QKeyEvent* event)
{
    if (!m_mesh || m_layout.links().empty())
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
        m_cursor = m_cursor && !m_layout.bar(*m_cursor).isEmpty()
                       ? m_layout.neighbour(*m_cursor, static_cast<Qt::Key>(event->key()))
                       : busiestHop();
        break;
    case Qt::Key_Home: m_cursor = busiestLink(); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: selectLink(m_cursor); break;
    case Qt::Key_Escape: selectLink(std::nullopt); break;
    default: QWidget::keyPressEvent(event); return;
    }
    describe();
    update();
}

void MeshMap::mousePressEvent(QMouseEvent* event)
{
    const auto link = m_layout.linkAt(event->position());
    if (event->button() == Qt::LeftButton || (event->button() == Qt::RightButton && link)) // the menu explains it
        selectLink(link);
}

void MeshMap::mouseReleaseEvent(QMouseEvent* event) { event->accept(); }
void MeshMap::mouseMoveEvent(QMouseEvent* event) { hover(m_layout.linkAt(event->position())); }

void MeshMap::leaveEvent(QEvent* event)
{
    hover(std::nullopt);
    QWidget::leaveEvent(event);
}

namespace {

constexpr double kLabelledChip = 22; // chips of this side have room for a number
constexpr double kOutlinedBar = 4;   // thinner bars get no outline
constexpr double kColourBarWidth = 240, kColourBarHeight = 10;

/// Text in a font that is made smaller until it fits.
void drawFitting(QPainter& painter, const QRectF& rect, const QString& text, QFont font)
{
    while (font.pointSizeF() > 5.5 && QFontMetricsF(font).horizontalAdvance(text) > rect.width())
        font.setPointSizeF(font.pointSizeF() - 0.5);
    painter.setFont(font);
    painter.drawText(rect, Qt::AlignCenter, QFontMetricsF(font).elidedText(text, Qt::ElideMiddle, rect.width()));
}

} // namespace

void MeshMap::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.card);
    painter.setFont(font());
    if (!m_mesh)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    for (noc::RouterId router = 0; router < m_mesh->load.mesh.routerCount(); ++router)
        paintChip(painter, theme, router);
    paintPort(painter, theme, m_mesh->load.mesh.bufferPort());
    if (m_mesh->hasOutside())
        paintPort(painter, theme, m_mesh->load.mesh.outsidePort());
    for (const noc::LinkId link : m_layout.links())
        paintLink(painter, theme, link);
    if (hasRoomForLabels())
        for (const noc::LinkId link : m_layout.links())
            paintLabel(painter, theme, link);
    paintMarks(painter, theme);
    paintFooter(painter, theme);
}

bool MeshMap::isIdle(noc::RouterId router) const
{
    return router < m_mesh->load.mesh.peCount() && !m_mesh->load.uses(router);
}

void MeshMap::paintChip(QPainter& painter, const Theme& theme, noc::RouterId router) const
{
    const QRectF chip = m_layout.chip(router);
    const bool idle = isIdle(router), quiet = idle || router >= m_mesh->load.mesh.peCount();
    const double corner = std::min(4.0, chip.width() / 6);
    painter.setPen(QPen(quiet ? theme.border : theme.mutedText, chip.width() < 10 ? 0.5 : 1));
    painter.setBrush(quiet ? theme.card : theme.accentSoft);
    painter.drawRoundedRect(chip, corner, corner);
    if (idle && chip.width() >= 8)
        paint::hatch(painter, chip.adjusted(1, 1, -1, -1), theme.border);
    painter.setPen(quiet ? theme.mutedText : theme.text);
    paintChipName(painter, router);
}

void MeshMap::paintChipName(QPainter& painter, noc::RouterId router) const
{
    const QRectF chip = m_layout.chip(router);
    const bool isPe = router < m_mesh->load.mesh.peCount();
    if (chip.width() < kLabelledChip * (isPe ? 1 : 0.62))
        return;
    const QFont small = captionFont(font());
    const bool hasBars = !m_layout.bar(m_mesh->load.mesh.entering(router)).isEmpty() && isPe;
    const QRectF place = hasBars ? QRectF(chip.left(), chip.top() + 1, chip.width(), chip.height() * 0.5) : chip;
    const QString longest = routerName(*m_mesh, m_mesh->load.mesh.peCount() - 1);
    const bool fits = isPe && QFontMetricsF(small).horizontalAdvance(longest) < place.width() - 3;
    drawFitting(painter, place.adjusted(1, 0, -1, 0), fits ? routerName(*m_mesh, router) : QString::number(router),
                small);
}

void MeshMap::paintPort(QPainter& painter, const Theme& theme, noc::PortId port) const
{
    const QRectF chip = m_layout.portChip(port);
    const bool buffer = port == m_mesh->load.mesh.bufferPort();
    const std::size_t level = buffer ? m_mesh->load.level : m_mesh->load.level - 1;
    painter.setPen(QPen(theme.levelColour(level), 1.5));
    painter.setBrush(theme.levelBand(level));
    painter.drawRoundedRect(chip, 3, 3);
    const QString name = portName(*m_mesh, port);
    const QFont font = strongFont(captionFont(this->font()));
    const QFontMetricsF metrics(font);
    painter.setPen(theme.text);
    painter.setFont(font);
    painter.drawText(portNamePlace(chip, {metrics.horizontalAdvance(name) + 1, metrics.height()}, buffer, rect()),
                     Qt::AlignCenter, name);
}

void MeshMap::paintLink(QPainter& painter, const Theme& theme, noc::LinkId link) const
{
    const double utilization = load(link);
    const bool over = utilization > 1;
    const bool outlined = m_layout.thickness() >= kOutlinedBar;
    painter.setPen(over ? QPen(theme.warning, outlined ? 2 : 1) : outlined ? QPen(theme.border, 0.8) : QPen(Qt::NoPen));
    painter.setBrush(utilization > 0 ? sequentialColour(theme, m_scale.place(utilization)) : theme.grid);
    if (m_layout.thickness() > 2.5)
        painter.drawPolygon(m_layout.arrow(link));
    else
        painter.drawRect(m_layout.bar(link));
}

bool MeshMap::hasRoomForLabels() const
{
    const QFontMetricsF metrics(captionFont(font()));
    const double text = metrics.horizontalAdvance(QStringLiteral("0.8 %")) + 4;
    const double gapWidth = m_layout.cellWidth() - m_layout.chipSide();
    const double gapHeight = m_layout.cellHeight() - m_layout.chipSide();
    return text <= gapWidth && metrics.height() <= gapHeight
           && m_layout.thickness() + 1 + metrics.height() <= m_layout.chipSide() / 2 + 6
           && m_layout.thickness() + 4 + text <= m_layout.cellWidth() / 2 + 6;
}

/// The number beside the bar, on the side away from the other direction.
void MeshMap::paintLabel(QPainter& painter, const Theme& theme, noc::LinkId link) const
{
    const double utilization = load(link);
    const auto ends = noc::linkEnds(m_mesh->load.mesh, link);
    const bool ofPe = ends->kind != noc::LinkEnds::Kind::Hop && ends->port < m_mesh->load.mesh.peCount();
    if (utilization <= 0 || ofPe)
        return;
    const QRectF bar = m_layout.bar(link);
    const QFont base = captionFont(font());
    const QFontMetricsF metrics(base);
    painter.setFont(utilization > 1 ? strongFont(base) : base);
    painter.setPen(utilization > 1 ? theme.warning : theme.text);
    const QString text = shortLoad(utilization);
    const double width = metrics.horizontalAdvance(text) + 6;
    const bool entering = ends->kind == noc::LinkEnds::Kind::Entering;
    const bool forwards = ends->kind == noc::LinkEnds::Kind::Hop ? ends->to > ends->from : !entering; // east or south
    if (bar.width() >= bar.height()) {
        const double y = forwards ? bar.bottom() + 2 : bar.top() - 2 - metrics.height();
        painter.drawText(QRectF(bar.center().x() - width / 2, y, width, metrics.height()), Qt::AlignCenter, text);
        return;
    }
    const double x = forwards ? bar.left() - 3 - width : bar.right() + 3;
    painter.drawText(QRectF(x, bar.center().y() - metrics.height() / 2, width, metrics.height()),
                     forwards ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter, text);
}

/// What is selected, under the keyboard's cursor and under the mouse.
void MeshMap::paintMarks(QPainter& painter, const Theme& theme) const
{
    painter.setBrush(Qt::NoBrush);
    const auto mark = [&](std::optional<noc::LinkId> link, const QPen& pen, double room) {
        if (!link)
            return;
        const QRectF bar = m_layout.bar(*link);
        if (bar.isEmpty())
            return;
        painter.setPen(pen);
        painter.drawRoundedRect(bar.adjusted(-room, -room, room, room), 3, 3);
    };
    mark(m_hovered, QPen(theme.mutedText, 1), 2);
    if (hasFocus() && m_cursor != m_selected)
        mark(m_cursor, QPen(theme.accent, 1.5, Qt::DashLine), 3);
    mark(m_selected, QPen(theme.accent, 2.5), 2.5);
}

void MeshMap::paintFooter(QPainter& painter, const Theme& theme) const
{
    const QFontMetricsF metrics(captionFont(font()));
    painter.setFont(captionFont(font()));
    const double top = height() - footerHeight() + 6;
    const double width = std::min(kColourBarWidth, this->width() * 0.45);
    const QRectF bar(16, top + metrics.height() + 2, width, kColourBarHeight);
    paintColourBar(
        painter, theme, bar,
        tr("load of a link [% of %1]").arg(format::bandwidth(BytesPerCycle{double(m_mesh->load.flit.count) / 8})),
        m_scale.ticks());
    paintSamples(painter, theme, bar.right() + 34, bar.top());
}

void MeshMap::paintColourBar(QPainter& painter, const Theme& theme, const QRectF& bar, const QString& title,
                             const std::vector<MeshScale::Tick>& ticks)
{
    const QFontMetricsF metrics(painter.font());
    painter.setPen(theme.mutedText);
    painter.drawText(QPointF(bar.left(), bar.top() - 2 - metrics.descent()), title);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (int x = 0; x < int(bar.width()); ++x)
        painter.fillRect(QRectF(bar.left() + x, bar.top(), 1, bar.height()), sequentialColour(theme, x / bar.width()));
    painter.setRenderHint(QPainter::Antialiasing);
    for (const MeshScale::Tick& tick : ticks) {
        const double x = bar.left() + tick.place * bar.width();
        const double w = metrics.horizontalAdvance(tick.text);
        painter.drawLine(QPointF(x, bar.bottom()), QPointF(x, bar.bottom() + 3));
        painter.drawText(QPointF(std::max(2.0, x - w / 2), bar.bottom() + 3 + metrics.ascent()), tick.text);
    }
}

void MeshMap::paintSamples(QPainter& painter, const Theme& theme, double x, double y, bool downwards) const
{
    const QFontMetricsF metrics(painter.font());
    const auto sample = [&](const QString& text, auto&& draw) {
        if (x + 18 + metrics.horizontalAdvance(text) > width() - 4)
            return;
        draw(QRectF(x, y - 1, 12, 12));
        painter.setPen(theme.mutedText);
        painter.drawText(QPointF(x + 17, y + metrics.ascent() - 1), text);
        if (downwards)
            y += metrics.height() + 5;
        else
            x += 17 + metrics.horizontalAdvance(text) + 16;
    };
    painter.setBrush(Qt::NoBrush);
    sample(tr("no traffic"), [&](const QRectF& r) { painter.fillRect(r, theme.grid); });
    if (m_mesh->load.pes.size() < m_mesh->load.mesh.peCount())
        sample(tr("idle PE"), [&](const QRectF& r) {
            painter.setPen(theme.border);
            painter.drawRect(r);
            paint::hatch(painter, r, theme.border);
        });
    const auto& links = m_layout.links();
    if (std::ranges::any_of(links, [this](noc::LinkId link) { return load(link) > 1 + 1e-9; }))
        sample(tr("over 100 %"), [&](const QRectF& r) {
            painter.setPen(QPen(theme.warning, 2));
            painter.drawRect(r.adjusted(1, 1, -1, -1));
        });
}

} // namespace nestloom::ui
