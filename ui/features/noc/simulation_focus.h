// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/noc/window_recorder.h"
#include "ui/charts/time_focus.h"
#include "ui/features/noc/shown_simulation.h"

#include <QTimer>

#include <array>

namespace nestloom::ui {

/// What a flit belongs to: the classes of traffic, and header flits.
enum class FlitClass { Weights, Inputs, PartialSums, Outputs, Headers };
inline constexpr std::array kFlitClasses{FlitClass::Weights, FlitClass::Inputs, FlitClass::PartialSums,
                                         FlitClass::Outputs, FlitClass::Headers};

/// What the user looks at in a simulation, shared by all its panels: cycles, classes of flits, a link.
/// The cycles are a marked range, or else the window under the cursor, or the whole run.
class SimulationFocus : public QObject {
    Q_OBJECT
public:
    explicit SimulationFocus(ShownSimulation& shown, QObject* parent = nullptr);

    TimeFocus& time() { return m_time; }
    const TimeFocus& time() const { return m_time; }
    enum class Span { Run, Window, Range };
    Span span() const;
    TimeRange cycles() const; // the rates are about
    void showWholeRun();      // clears the range
    void showWindow(std::size_t window);
    std::size_t window() const; // under the cursor
    std::size_t windowCount() const;
    void step(int windows); // from the one under the cursor; stops playing

    bool isPlaying() const { return m_play.isActive(); }
    void play(bool on); // from the cursor, or from the begin when that is at the end

    bool isShown(FlitClass flits) const { return m_shown[std::size_t(flits)]; }
    void setShown(FlitClass flits, bool shown);
    bool areAllShown() const;

    std::optional<noc::LinkId> link() const { return m_link; } // of the noc::Mesh
    void selectLink(std::optional<noc::LinkId> link);

    /// Means over cycles(); links and routers of the grid.
    const noc::RangeRates& rates() const { return m_rates; }
    /// Flits per cycle of a link of the mesh, of the shown classes.
    double use(noc::LinkId link) const { return use(rateOf(link)); }
    double use(const noc::LinkRate& rate) const;
    const noc::LinkRate& rateOf(noc::LinkId link) const;
    /// The most that any link and router has in any one window, of the shown classes: what colours must reach while the
    /// time moves.
    struct Peaks {
        double use = 0, occupancy = 0, headersWait = 0;
    };
    const Peaks& peaks() const { return m_peaks; }

Q_SIGNALS:
    void ratesChanged(); // other cycles, other classes, or more was simulated
    void classesChanged();
    void linkChanged();
    void playingChanged();

private:
    void takeData();
    void refresh();
    void findPeaks();
    void advance();

    ShownSimulation& m_shownSimulation;
    TimeFocus m_time;
    bool m_wholeRun = true;
    std::array<bool, 5> m_shown{true, true, true, true, true};
    std::optional<noc::LinkId> m_link;
    noc::RangeRates m_rates;
    Peaks m_peaks;
    QTimer m_play;
    bool m_moving = false; // the cursor is moved by this
};

/// The column of LinkRate::classes.
std::size_t columnOf(FlitClass flits);

} // namespace nestloom::ui
