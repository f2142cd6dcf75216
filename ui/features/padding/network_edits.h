// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/workload/padding.h"

#include <QObject>
#include <QUndoStack>

namespace nestloom::ui {

class Workbench;

/// Edits of the chosen network, with a history of their own. Choosing another network ends it.
class NetworkEdits : public QObject {
    Q_OBJECT
public:
    explicit NetworkEdits(Workbench& workbench, QObject* parent = nullptr);

    /// Pads a layer of the chosen network as one undo step; false when the network has no such layer or padding.
    bool pad(std::size_t layer, const workload::Padding& padding);
    QUndoStack& history() { return m_history; }

Q_SIGNALS:
    void changed(const QString& words); // after each step, there and back: what it was

private:
    class Step;
    void show(const QString& name, const QString& yaml);

    Workbench& m_workbench;
    QUndoStack m_history;
    bool m_changing = false;
};

} // namespace nestloom::ui
