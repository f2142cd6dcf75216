// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editor/accelerator_document.h"

#include <QScrollArea>

class QLabel;
class QVBoxLayout;

namespace nestloom::ui {

class CollapsibleGroup;
class DerivedValues;
class FieldRow;

/// The accelerator as a form: a collapsible group per buffer level, problems at their fields, derived values below.
class AcceleratorForm : public QScrollArea {
    Q_OBJECT
public:
    AcceleratorForm(AcceleratorDocument& document, const Session& session, QWidget* parent = nullptr);

    /// Puts the cursor into a field and scrolls to it.
    bool focusField(const QString& key);

private:
    void refresh();
    void rebuild();
    void refreshNotes();

    struct Group {
        CollapsibleGroup* widget = nullptr;
        std::optional<std::size_t> level;
        std::vector<FieldRow*> rows;
    };

    AcceleratorDocument& m_document;
    const Session& m_session;
    hardware::Accelerator m_shape; // what the rows were built for
    std::vector<Group> m_groups;
    QWidget* m_rows = nullptr;
    QVBoxLayout* m_layout;
    QLabel* m_general;
    DerivedValues* m_derived;
};

} // namespace nestloom::ui
