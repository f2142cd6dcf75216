// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/shortcuts/shortcut_editor.h"

#include "ui/widgets/make_widgets.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

namespace nestloom::ui {

namespace {

constexpr int kActionRole = Qt::UserRole + 1;

QPushButton* button(const char* name, const QString& text, QWidget* parent)
{
    auto* made = new QPushButton(text, parent);
    made->setObjectName(QLatin1String(name));
    made->setAutoDefault(false);
    return made;
}

} // namespace

ShortcutEditor::ShortcutEditor(ShortcutBook& book, QWidget* parent)
    : QDialog(parent), m_book(book), m_filter(new QLineEdit(this)), m_tree(new QTreeWidget(this)),
      m_keys(new QKeySequenceEdit(this)), m_words(new QLabel(this)),
      m_assign(button("assignShortcut", tr("Assign"), this)), m_remove(button("removeShortcut", tr("Remove"), this)),
      m_reset(button("resetShortcut", tr("Reset"), this))
{
    setObjectName(QStringLiteral("shortcutEditor"));
    setWindowTitle(tr("Change shortcuts"));
    m_filter->setPlaceholderText(tr("Filter commands"));
    m_filter->setClearButtonEnabled(true);
    named(m_tree, "shortcutTree", tr("Commands and their shortcuts"));
    m_tree->setHeaderLabels({tr("Command"), tr("Shortcut"), tr("As made")});
    m_tree->setUniformRowHeights(true);
    m_words->setObjectName(QStringLiteral("shortcutWords"));
    m_words->setWordWrap(true);
    m_words->setMinimumHeight(2 * fontMetrics().height());
    named(m_keys, "shortcutKeys", tr("New shortcut"));
    auto* line = rowOf({new QLabel(tr("New shortcut"), this), {m_keys, 1}});
    for (QPushButton* each : {m_assign, m_remove, m_reset})
        line->addWidget(each);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton* all = buttons->addButton(tr("Reset all"), QDialogButtonBox::ResetRole);
    setLayout(columnOf({m_filter, {m_tree, 1}, line, m_words, buttons}, -1, {11, 11, 11, 11}));
    connect(m_filter, &QLineEdit::textChanged, this, &ShortcutEditor::filter);
    connect(m_tree, &QTreeWidget::currentItemChanged, this, &ShortcutEditor::refreshChoice);
    connect(m_tree, &QTreeWidget::itemActivated, m_keys, [this] { m_keys->setFocus(); });
    connect(m_keys, &QKeySequenceEdit::keySequenceChanged, this, &ShortcutEditor::refreshWords);
    connect(m_assign, &QPushButton::clicked, this, &ShortcutEditor::assign);
    connect(m_remove, &QPushButton::clicked, this, [this] { m_book.assign(chosen(), {}); });
    connect(m_reset, &QPushButton::clicked, this, [this] { m_book.reset(chosen()); });
    connect(all, &QPushButton::clicked, &m_book, &ShortcutBook::resetAll);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(&m_book, &ShortcutBook::changed, this, &ShortcutEditor::refreshRows);
    resize(640, 560);
    fill();
    refreshChoice();
}

void ShortcutEditor::fill()
{
    QTreeWidgetItem* group = nullptr;
    for (const ShortcutBook::Entry& entry : m_book.entries()) {
        const QString title = entry.path.value(0);
        if (group == nullptr || group->text(0) != title) {
            group = new QTreeWidgetItem(m_tree, {title});
            group->setFlags(Qt::ItemIsEnabled);
            group->setExpanded(true);
        }
        auto* item = new QTreeWidgetItem(group, {plainText(entry.action)});
        item->setData(0, kActionRole, QVariant::fromValue<QObject*>(entry.action));
        item->setToolTip(0, entry.action->statusTip());
    }
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_tree->header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    refreshRows();
}

void ShortcutEditor::refreshRows()
{
    for (QTreeWidgetItemIterator it(m_tree); *it != nullptr; ++it) {
        auto* action = qobject_cast<QAction*>((*it)->data(0, kActionRole).value<QObject*>());
        const ShortcutBook::Entry* entry = m_book.find(action);
        if (entry == nullptr)
            continue;
        const bool changed = m_book.isChanged(*entry);
        (*it)->setText(1, keysText(action));
        (*it)->setText(2, changed ? QKeySequence::listToString(entry->made, QKeySequence::NativeText) : QString());
        QFont font = (*it)->font(1);
        font.setBold(changed);
        (*it)->setFont(1, font);
    }
    refreshChoice();
}

bool ShortcutEditor::choose(const QAction* action)
{
    for (QTreeWidgetItemIterator it(m_tree); *it != nullptr; ++it)
        if ((*it)->data(0, kActionRole).value<QObject*>() == action) {
            m_tree->setCurrentItem(*it);
            return true;
        }
    return false;
}

QAction* ShortcutEditor::chosen() const
{
    const QTreeWidgetItem* item = m_tree->currentItem();
    return item == nullptr ? nullptr : qobject_cast<QAction*>(item->data(0, kActionRole).value<QObject*>());
}

void ShortcutEditor::refreshChoice()
{
    const ShortcutBook::Entry* entry = m_book.find(chosen());
    m_keys->clear();
    m_keys->setEnabled(entry != nullptr);
    m_remove->setEnabled(entry != nullptr && !entry->action->shortcuts().isEmpty());
    m_reset->setEnabled(entry != nullptr && m_book.isChanged(*entry));
    refreshWords();
}

void ShortcutEditor::refreshWords()
{
    const QKeySequence keys = m_keys->keySequence();
    if (keys.count() > 1) {
        m_keys->setKeySequence(QKeySequence(keys[0])); // one stroke, not a sequence of strokes
        return;
    }
    const QAction* action = chosen();
    const ShortcutBook::Objection objection =
        action == nullptr ? ShortcutBook::Objection{} : m_book.objection(action, keys);
    const bool impossible = !objection.sentence.isEmpty() && objection.holder == nullptr;
    m_assign->setEnabled(action != nullptr && !keys.isEmpty() && !impossible);
    m_assign->setText(objection.holder != nullptr ? tr("Assign anyway") : tr("Assign"));
    m_words->setText(action == nullptr              ? tr("Choose a command above.")
                     : keys.isEmpty()               ? tr("Press the new keys for \"%1\".").arg(plainText(action))
                     : objection.sentence.isEmpty() ? tr("%1 is free.").arg(keys.toString(QKeySequence::NativeText))
                                                    : objection.sentence);
}

void ShortcutEditor::assign()
{
    if (QAction* action = chosen())
        m_book.assign(action, m_keys->keySequence());
}

void ShortcutEditor::filter(const QString& text)
{
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        QTreeWidgetItem* group = m_tree->topLevelItem(i);
        int shown = 0;
        for (int j = 0; j < group->childCount(); ++j) {
            QTreeWidgetItem* item = group->child(j);
            const bool fits =
                item->text(0).contains(text, Qt::CaseInsensitive) || item->text(1).contains(text, Qt::CaseInsensitive);
            item->setHidden(!fits);
            shown += fits ? 1 : 0;
        }
        group->setHidden(shown == 0);
    }
}

} // namespace nestloom::ui
