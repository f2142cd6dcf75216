// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/mapping/edit.h"
#include "engine/mapping/verify.h"
#include "engine/schedule/network_run.h"

#include <QObject>
#include <QUndoStack>

#include <optional>

namespace nestloom::ui {

/// A mapping of one layer that is edited by hand, with its history. It is judged at once after every edit: which rules
/// it breaks and what would help, or what it costs. It never takes the place of a result; result() is a copy for views.
class MappingDraft : public QObject {
    Q_OBJECT
public:
    MappingDraft(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                 const schedule::LayerResult& origin, const schedule::ScheduleOptions& options = {},
                 QObject* parent = nullptr);

    const hardware::Accelerator& accelerator() const { return m_accelerator; }
    const workload::Layer& layer() const { return m_layer; }
    cost::Model model() const;                                       // that judges it: of the engine of its run
    const schedule::LayerResult& origin() const { return m_origin; } // what it is compared with
    const mapping::LayerMapping& mapping() const { return m_mapping; }
    bool isEdited() const { return m_mapping != m_start; }
    bool isValid() const { return m_violations.empty(); }
    QString reason() const; // which rule is broken, one sentence; empty when valid
    const std::optional<mapping::Relief>& relief() const { return m_relief; }
    const std::optional<cost::LayerCost>& cost() const { return m_result.cost; } // of a valid mapping
    const schedule::LayerResult& result() const { return m_result; }
    QUndoStack& history() { return m_history; }

    /// An undo step, unless nothing changes. `words` is what the step is called.
    void change(const mapping::LayerMapping& mapping, const QString& words);
    void reset() { change(m_start, tr("reset of the mapping")); } // to the origin's mapping, as a step

    /// The origin was mapped anew, or the accelerator changed: edits stay as long as the levels do. False when they
    /// cannot.
    bool rebase(const hardware::Accelerator& accelerator, const schedule::LayerResult& origin);

    /// What another mapping of the layer would be, for previews.
    struct Verdict {
        std::vector<mapping::Violation> violations;
        std::optional<cost::LayerCost> cost;
    };
    Verdict judge(const mapping::LayerMapping& mapping) const;

Q_SIGNALS:
    void changed();

private:
    class Step;
    void set(const mapping::LayerMapping& mapping);
    void judgeAll();

    hardware::Accelerator m_accelerator;
    workload::Layer m_layer;
    schedule::LayerResult m_origin;
    schedule::ScheduleOptions m_options; // of its run
    mapping::LayerMapping m_start;       // of the origin, or the most modest one where it has none
    mapping::LayerMapping m_mapping;
    std::vector<mapping::Violation> m_violations;
    std::optional<mapping::Relief> m_relief;
    schedule::LayerResult m_result;
    QUndoStack m_history;
};

struct Theme;

/// "118 kcycle -4.8 %   3.12 mJ +0.2 %   EDP -4.6 %   util 71.0 %   bound by DRAM read", each change against the
/// origin's mapping in the colour of its verdict. Each figure is a link: "cycles", "energy", "edp", "utilisation".
/// Empty without a cost.
QString draftNumbers(const MappingDraft& draft, const Theme& theme);
/// Exact values of both, for a tool tip.
QString draftToolTip(const MappingDraft& draft);

/// "118 kcycle, -4.8 %; 3.12 mJ, +0.2 %" against the draft as it is; the first broken rule when it is not valid.
QString verdictWords(const MappingDraft& draft, const MappingDraft::Verdict& verdict);
/// "-4.8 %", "=" or "does not fit": the cycles only, for a menu.
QString verdictBrief(const MappingDraft& draft, const MappingDraft::Verdict& verdict);

} // namespace nestloom::ui
