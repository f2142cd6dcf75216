// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editor/accelerator_document.h"

#include <QScrollArea>

class QLabel;
class QVBoxLayout;

namespace nestloom::ui {

class CollapsibleGroup;
class ConstraintsGroup;
class DerivedValues;
class FieldRow;
class LevelActions;

/// The accelerator as a form: a collapsible group per buffer level with a menu to add, move and remove levels, problems
/// at their fields, derived values below. It follows what the user looks at elsewhere, and tells where the cursor is.
class AcceleratorForm : public QScrollArea {
    Q_OBJECT
public:
    AcceleratorForm(AcceleratorDocument& document, const Session& session, QWidget* parent = nullptr);

    /// Shows the document. To be called where the form stays: every row is styled again when the form is moved.
    void refresh();

    /// Puts the cursor into a field, or into the first one of a group ("levels[2]"), and scrolls to it.
    bool focusField(const QString& key);

private:
    void rebuild();
    void refreshNotes();
    void editConstraints();
    void reveal(const QString& key);
    void followFocus(const QWidget* focused);

    struct Group {
        QString key;
        CollapsibleGroup* widget = nullptr;
        std::optional<std::size_t> level;
        std::vector<FieldRow*> rows;
    };

    void addLevelMenu(const Group& group);
    Group* groupOf(const QString& key);

    AcceleratorDocument& m_document;
    const Session& m_session;
    LevelActions* m_levelActions;
    hardware::Accelerator m_shape; // what the rows were built for
    std::vector<Group> m_groups;
    QWidget* m_rows = nullptr;
    QVBoxLayout* m_layout;
    QLabel* m_general;
    ConstraintsGroup* m_constraints;
    DerivedValues* m_derived;
};

} // namespace nestloom::ui
