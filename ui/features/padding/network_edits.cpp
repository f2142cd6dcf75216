// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/padding/network_edits.h"

#include "ui/features/padding/padding_dialog.h"
#include "ui/workbench/workbench.h"

#include <QUndoCommand>

namespace nestloom::ui {

/// The network before and after, as text.
class NetworkEdits::Step : public QUndoCommand {
public:
    struct State {
        QString name, yaml;
    };
    Step(NetworkEdits& edits, State before, State after, const QString& words)
        : QUndoCommand(words), m_edits(edits), m_before(std::move(before)), m_after(std::move(after))
    {
    }
    void redo() override { go(m_after, text()); }
    void undo() override { go(m_before, NetworkEdits::tr("taken back: %1").arg(text())); }

private:
    void go(const State& state, const QString& words)
    {
        m_edits.show(state.name, state.yaml);
        Q_EMIT m_edits.changed(words);
    }

    NetworkEdits& m_edits;
    const State m_before, m_after;
};

NetworkEdits::NetworkEdits(Workbench& workbench, QObject* parent) : QObject(parent), m_workbench(workbench)
{
    setObjectName(QStringLiteral("networkEdits"));
    m_workbench.histories().addStack(&m_history);
    connect(&m_workbench, &Workbench::networkChanged, this, [this] {
        if (m_changing)
            return;
        if (m_history.isActive())
            m_workbench.document().history().setActive(true);
        m_history.clear();
    });
    connect(&m_workbench, &Workbench::editsChanged, this, [this] {
        if (m_history.isActive())
            m_workbench.document().history().setActive(true); // the newest edit is one of the accelerator
    });
}

bool NetworkEdits::pad(std::size_t layer, const workload::Padding& padding)
{
    const workload::Network& network = m_workbench.network();
    if (layer >= network.layers.size() || !workload::whyNotPadding(network.layers[layer], padding).empty())
        return false;
    const workload::Network after = workload::withPaddedLayer(network, layer, padding);
    const auto state = [this](const workload::Network& one) {
        return Step::State{QString::fromStdString(one.name), m_workbench.session().writeNetwork(one)};
    };
    const QString words =
        tr("pad %1: %2").arg(QString::fromStdString(network.layers[layer].name), paddingWords(padding));
    m_history.push(new Step(*this, state(network), state(after), words));
    m_history.setActive(true);
    return true;
}

void NetworkEdits::show(const QString& name, const QString& yaml)
{
    m_changing = true;
    m_workbench.chooseNetwork({name, name, yaml, false});
    m_changing = false;
}

} // namespace nestloom::ui
