// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/noc/mesh_layout.h"
#include "ui/style/theme.h"
#include "ui/widgets/painted_chart.h"

#include <QWidget>

namespace nestloom::ui {

/// A mesh drawn as chips and links. The colour of a link says how busy it is, an arrow which way it goes; a number
/// stands beside it when there is room. Click a link, or walk with the arrow keys and press Enter, to select it.
class MeshMap : public PaintedChart {
    Q_OBJECT
public:
    explicit MeshMap(QWidget* parent = nullptr);

    /// Nothing = no mesh. The selection stays when the mesh has the same routers.
    void setMesh(std::optional<ShownMesh> mesh);
    /// Logarithmic colours, and whether they end at 100 % or at the busiest link.
    void setScale(bool log, bool fixedRange);
    const MeshScale& scale() const { return m_scale; }
    const MeshLayout& layOut() const { return m_layout; }

    std::optional<noc::LinkId> selectedLink() const { return m_selected; }
    std::optional<noc::LinkId> cursorLink() const { return m_cursor; }
    QString toolTipAt(QPointF point) const override { return m_mesh ? hint(point) : QString(); }

    QString chartName() const override { return m_mesh ? tr("link loads") : QString(); }
    TableValues chartValues() const override; // one row for each link
    void paintChart(QPainter& painter) override;

    QSize sizeHint() const override { return {620, 520}; }
    QSize minimumSizeHint() const override { return {240, 220}; }

public Q_SLOTS:
    void selectLink(std::optional<nestloom::noc::LinkId> link);

Q_SIGNALS:
    void linkSelected(std::optional<nestloom::noc::LinkId> link);

protected:
    void resizeEvent(QResizeEvent*) override { relayout(); }
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

    // What a map of other figures does in its own way; all with a mesh.
    /// The figure that colours a link: a share of what the link can carry.
    virtual double load(noc::LinkId link) const { return m_mesh->utilization(link); }
    virtual noc::LinkId busiestLink() const { return m_mesh->load.hottestLink(); }
    virtual noc::LinkId busiestHop() const { return m_mesh->load.hottestHop(); }
    virtual QString hint(QPointF point) const; // tool tip
    virtual QString description() const;       // for screen readers, without the link under the cursor
    virtual QString describe(noc::LinkId link) const;
    virtual MeshScale chooseScale() const;
    virtual double footerHeight() const;
    virtual QRectF meshArea() const; // that chips and links get
    virtual void paintChip(QPainter& painter, const Theme& theme, noc::RouterId router) const;
    virtual void paintLink(QPainter& painter, const Theme& theme, noc::LinkId link) const;
    virtual void paintFooter(QPainter& painter, const Theme& theme) const;

    const std::optional<ShownMesh>& mesh() const { return m_mesh; }
    void rescale();
    void relayout();
    void describe();
    bool isIdle(noc::RouterId router) const; // the router of a PE that the mapping does not use
    void paintChipName(QPainter& painter, noc::RouterId router) const; // in the present pen
    /// A colour bar with its ticks below; `title` stands above it.
    static void paintColourBar(QPainter& painter, const Theme& theme, const QRectF& bar, const QString& title,
                               const std::vector<MeshScale::Tick>& ticks);
    /// Samples of what colour cannot say, from x on or downwards: no traffic, idle PEs, overload where there is any.
    void paintSamples(QPainter& painter, const Theme& theme, double x, double y, bool downwards = false) const;

private:
    void hover(std::optional<noc::LinkId> link);
    bool hasRoomForLabels() const;

    void paintPort(QPainter& painter, const Theme& theme, noc::PortId port) const;
    void paintLabel(QPainter& painter, const Theme& theme, noc::LinkId link) const;
    void paintMarks(QPainter& painter, const Theme& theme) const;

    std::optional<ShownMesh> m_mesh;
    bool m_log = false;
    bool m_fixedRange = false;
    MeshScale m_scale;
    MeshLayout m_layout;
    std::optional<noc::LinkId> m_selected, m_cursor, m_hovered;
};

} // namespace nestloom::ui
