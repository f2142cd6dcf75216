// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workbench/accelerator_document.h"

#include <QAction>
#include <QPointer>

namespace nestloom::ui {

/// Adding, duplicating, moving, renaming and removing the level at hand of an edited accelerator. Each is one undo
/// step; what would break a rule is refused in one sentence. The actions are to be added to the widgets where their
/// keys work; they belong to this object.
class LevelActions : public QObject {
    Q_OBJECT
public:
    explicit LevelActions(QObject* parent = nullptr);

    void setDocument(AcceleratorDocument* document); // nullptr = none
    void setLevel(std::optional<std::size_t> level);
    std::optional<std::size_t> level() const { return m_level; }
    /// In the order of a menu.
    QList<QAction*> all() const { return {add, duplicate, moveOut, moveIn, rename, remove}; }

    QAction* const add;
    QAction* const duplicate;
    QAction* const moveOut;
    QAction* const moveIn;
    QAction* const rename;
    QAction* const remove;

Q_SIGNALS:
    void edited(std::size_t level); // where the level at hand is now
    void renameRequested(std::size_t level);

private:
    QAction* make(const QString& name, const QString& text, const QString& iconText, const QString& tip,
                  const QList<QKeySequence>& keys);
    void perform(QAction* action);

    QPointer<AcceleratorDocument> m_document;
    std::optional<std::size_t> m_level;
};

} // namespace nestloom::ui
