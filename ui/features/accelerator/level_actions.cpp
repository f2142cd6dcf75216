// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/accelerator/level_actions.h"

#include "ui/style/wording.h"

#include "engine/hardware/level_edits.h"

namespace nestloom::ui {

LevelActions::LevelActions(QObject* parent)
    : QObject(parent), add(make(QStringLiteral("addLevel"), tr("&Add a level inside"), tr("Add"),
                                tr("Add a buffer level inside the selected one"), {Qt::Key_Plus, Qt::Key_Insert})),
      duplicate(make(QStringLiteral("duplicateLevel"), tr("&Duplicate level"), tr("Duplicate"),
                     tr("Add a copy of the selected level inside it"), {})),
      moveOut(make(QStringLiteral("moveLevelOut"), tr("Move &outwards"), tr("Outwards"),
                   tr("Swap the selected level with the one outside it; fan-outs stay at their places"),
                   {Qt::CTRL | Qt::Key_Up})),
      moveIn(make(QStringLiteral("moveLevelIn"), tr("Move &inwards"), tr("Inwards"),
                  tr("Swap the selected level with the one inside it; fan-outs stay at their places"),
                  {Qt::CTRL | Qt::Key_Down})),
      rename(make(QStringLiteral("renameLevel"), tr("Re&name level"), tr("Rename"),
                  tr("Change the name of the selected level"), {Qt::Key_F2})),
      remove(make(QStringLiteral("removeLevel"), tr("&Remove level"), tr("Remove"),
                  tr("Remove the selected level; the one outside it takes over its fan-out"), {Qt::Key_Delete}))
{
    setLevel(std::nullopt);
}

QAction* LevelActions::make(const QString& name, const QString& text, const QString& iconText, const QString& tip,
                            const QList<QKeySequence>& keys)
{
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    action->setIconText(iconText);
    action->setShortcuts(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setStatusTip(tip);
    action->setToolTip(keys.isEmpty() ? tip : tr("%1 (%2)").arg(tip, keys.front().toString(QKeySequence::NativeText)));
    connect(action, &QAction::triggered, this, [this, action] { perform(action); });
    return action;
}

void LevelActions::setDocument(AcceleratorDocument* document)
{
    m_document = document;
    setLevel(std::nullopt);
}

void LevelActions::setLevel(std::optional<std::size_t> level)
{
    m_level = level;
    for (QAction* action : all())
        action->setEnabled(m_document && m_level);
}

void LevelActions::perform(QAction* action)
{
    if (!m_document || !m_level || *m_level >= m_document->value().levels.size())
        return;
    if (action == rename) {
        Q_EMIT renameRequested(*m_level);
        return;
    }
    const hardware::Accelerator& now = m_document->value();
    const std::size_t at = *m_level;
    const auto edit = action == add         ? hardware::withLevelAdded(now, at)
                      : action == duplicate ? hardware::withLevelDuplicated(now, at)
                      : action == moveOut   ? hardware::withLevelMoved(now, at, false)
                      : action == moveIn    ? hardware::withLevelMoved(now, at, true)
                                            : hardware::withLevelRemoved(now, at);
    if (!edit) {
        m_document->refuse(asSentence(qt(edit.error().message)));
        return;
    }
    const QString name = qt(now.levels[at].name);
    const QString what = action == add         ? tr("Add a level inside %1").arg(name)
                         : action == duplicate ? tr("Duplicate %1").arg(name)
                         : action == remove    ? tr("Remove %1").arg(name)
                                               : tr("Move %1").arg(name);
    const std::size_t level = edit->level;
    m_document->replaceValue(what, edit->accelerator);
    setLevel(level);
    Q_EMIT edited(level);
}

} // namespace nestloom::ui
