// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/hardware/accelerator.h"
#include "ui/workbench/accelerator_document.h"
#include "ui/workbench/field_spec.h"

#include <QFrame>
#include <QScrollArea>

#include <array>

class QLabel;
class QVBoxLayout;

namespace nestloom::ui {

/// What follows from the fields: peak rates, bytes and area on chip, bandwidths, and where the roofline has its ridge.
class DerivedValues : public QFrame {
    Q_OBJECT
public:
    explicit DerivedValues(QWidget* parent = nullptr);
    void show(const hardware::Accelerator& accelerator);
    const QString& words() const { return m_words; } // "64 GMAC/s, 5 MAC/B": peak rate and ridge point

private:
    QString m_words;
    hardware::Accelerator m_shown;
    std::array<QLabel*, 8> m_values{};
};

class CollapsibleGroup;
class ConstraintsGroup;
class FieldRow;
class LevelActions;

/// The accelerator as a form: a collapsible group per buffer level with a menu to add, move and remove levels, problems
/// at their fields, derived values on top. It follows what the user looks at elsewhere, and tells where the cursor is.
/// A group gets its rows when it comes into sight, has a problem, or is asked for one of its fields.
class AcceleratorForm : public QScrollArea {
    Q_OBJECT
public:
    AcceleratorForm(AcceleratorDocument& document, const Session& session, QWidget* parent = nullptr);

    /// Shows the document. To be called where the form stays: every row is styled again when the form is moved.
    void refresh();

    /// Makes the rows of the group with this key or field; false when there is none.
    bool makeRowsOf(const QString& key);

    /// Puts the cursor into a field, or into the first one of a group ("levels[2]"), and scrolls to it.
    bool focusField(const QString& key);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override; // more groups may be in sight

private:
    void rebuild();
    QString clearRows();
    void refreshNotes();
    void editConstraints();
    void reveal(const QString& key);
    void followFocus(const QWidget* focused);

    struct Group {
        FieldGroup described;
        CollapsibleGroup* widget = nullptr;
        std::vector<FieldRow*> rows{}; // none before they are made
    };

    void addLevelMenu(const Group& group);
    Group* groupOf(const QString& key);
    bool isBeingTyped() const;
    void onFieldFinished();
    bool hasField(const QString& problemKey) const;
    bool hasProblem(const Group& group) const;
    void makeRows(Group& group);
    void makeRowsInSight();
    void reserveRoom(const Group& group);

    AcceleratorDocument& m_document;
    const Session& m_session;
    LevelActions* m_levelActions;
    hardware::Accelerator m_shape; // what the rows were built for
    std::vector<Group> m_groups;
    std::vector<FieldProblem> m_problems;
    int m_rowHeight = 24; // of a row without problem; what the first one made has
    bool m_making = false;
    QWidget* m_rows = nullptr;
    QVBoxLayout* m_layout;
    QLabel* m_general;
    ConstraintsGroup* m_constraints;
    CollapsibleGroup* m_derivedGroup;
    DerivedValues* m_derived;
};

} // namespace nestloom::ui
