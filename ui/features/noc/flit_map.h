// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/noc/mesh_map.h"
#include "ui/features/noc/simulation_focus.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;

namespace nestloom::ui {

/// A mesh under a simulation: links by the share of cycles in which flits crossed them, routers by how full they are or
/// how many headers wait in them. Follows time, classes and link of the focus. The static load, where it is shown, is a
/// stripe along the middle of each link in the colours of the same scale: a stripe that stands out is a link that
/// carries more or less than the mapping must send over it.
class FlitMap : public MeshMap {
    Q_OBJECT
public:
    enum class RouterFigure { Occupancy, WaitingHeaders };

    FlitMap(ShownSimulation& shown, SimulationFocus& focus, QWidget* parent = nullptr);

    struct Colours {
        bool log = false;
        bool automatic = true; // ends at the most there is
        MeshScale range{};     // of the links, when not automatic
        RouterFigure routers = RouterFigure::Occupancy;
        bool staticLoad = false;
        friend bool operator==(const Colours&, const Colours&) = default;
    };
    const Colours& colours() const { return m_colours; }
    void setColours(const Colours& colours);
    double routerTop() const; // figure at the bright end of the routers' colours
    double routerFigure(noc::RouterId router) const;

    QString chartName() const override;
    TableValues chartValues() const override;
    std::optional<Provenance> chartProvenance() const override;

Q_SIGNALS:
    void rangeWanted(QPoint globalPos); // the user clicked the colour bar

protected:
    double load(noc::LinkId link) const override { return m_focus.use(link); }
    noc::LinkId busiestLink() const override { return busiest(false); }
    noc::LinkId busiestHop() const override { return busiest(true); }
    QString hint(QPointF point) const override;
    QString description() const override;
    MeshScale chooseScale() const override;
    QRectF meshArea() const override;
    double footerHeight() const override { return hasSideLegend() ? 6 : MeshMap::footerHeight(); }
    void paintChip(QPainter& painter, const Theme& theme, noc::RouterId router) const override;
    void paintLink(QPainter& painter, const Theme& theme, noc::LinkId link) const override;
    void paintFooter(QPainter& painter, const Theme& theme) const override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    noc::LinkId busiest(bool hopsOnly) const;
    double staticLoad(noc::LinkId link) const;
    bool hasSideLegend() const { return width() > 1.3 * height(); } // beside the mesh instead of below it
    QRectF linkBar() const;
    QRectF routerBar() const;
    void takeQuestion() { setMesh(m_shown.mesh()); }

    ShownSimulation& m_shown;
    SimulationFocus& m_focus;
    Colours m_colours;
};

/// Chooses the colours of a FlitMap: range of the links, logarithmic or not, the figure of the routers, the static
/// load.
class ColourEditor : public QWidget {
    Q_OBJECT
public:
    explicit ColourEditor(FlitMap& map, QWidget* parent = nullptr);

    QDoubleSpinBox* from() const { return m_from; }
    QDoubleSpinBox* to() const { return m_to; }
    QCheckBox* automatic() const { return m_automatic; }
    QCheckBox* logarithmic() const { return m_log; }
    QComboBox* routers() const { return m_routers; }
    void refresh(); // takes over what the map shows

private:
    void apply();

    FlitMap& m_map;
    QCheckBox* m_automatic;
    QDoubleSpinBox* m_from;
    QDoubleSpinBox* m_to;
    QCheckBox* m_log;
    QComboBox* m_routers;
};

} // namespace nestloom::ui
