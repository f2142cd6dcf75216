// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/noc/mesh_map.h"

#include "ui/export/chart_actions.h"
#include "ui/format.h"
#include "ui/noc/link_model.h"
#include "ui/noc/mesh_words.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

MeshMap::MeshMap(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Mesh with the load of its links"));
    enableChartExport(*this);
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

void MeshMap::resizeEvent(QResizeEvent*) { relayout(); }

void MeshMap::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        relayout();
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
    if (event->button() == Qt::LeftButton)
        selectLink(m_layout.linkAt(event->position()));
}

void MeshMap::mouseReleaseEvent(QMouseEvent* event) { event->accept(); }
void MeshMap::mouseMoveEvent(QMouseEvent* event) { hover(m_layout.linkAt(event->position())); }

void MeshMap::leaveEvent(QEvent* event)
{
    hover(std::nullopt);
    QWidget::leaveEvent(event);
}

bool MeshMap::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), toolTipAt(help->pos()), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace nestloom::ui
