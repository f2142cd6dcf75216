// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/shortcuts/shortcut_book.h"

#include <QAction>
#include <QSettings>

#include <algorithm>

namespace nestloom::ui {

namespace {

QString keyOf(const ShortcutBook::Entry& entry) { return QStringLiteral("shortcuts/") + entry.action->objectName(); }

/// One of them is the other, or its beginning: pressing it would be ambiguous.
bool collide(const QKeySequence& a, const QKeySequence& b)
{
    return !a.isEmpty() && !b.isEmpty()
           && (a.matches(b) != QKeySequence::NoMatch || b.matches(a) != QKeySequence::NoMatch);
}

/// A key that writes a character, or moves about, when it is pressed alone.
bool isTyping(const QKeySequence& keys)
{
    const QKeyCombination first = keys[0];
    if (first.keyboardModifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier))
        return false;
    const int key = first.key();
    const bool function = key >= Qt::Key_F1 && key <= Qt::Key_F35;
    return !function && key != Qt::Key_Question;
}

} // namespace

void ShortcutBook::collect(const QMainWindow& window)
{
    m_entries.clear();
    for (const MenuAction& found : menuActions(window))
        m_entries.push_back({found.action, found.path, found.action->shortcuts()});
}

const ShortcutBook::Entry* ShortcutBook::find(const QAction* action) const
{
    const auto it = std::ranges::find_if(m_entries, [&](const Entry& e) { return e.action == action; });
    return it == m_entries.end() ? nullptr : &*it;
}

bool ShortcutBook::isChanged(const Entry& entry) const { return entry.action->shortcuts() != entry.made; }

ShortcutBook::Objection ShortcutBook::objection(const QAction* action, const QKeySequence& keys) const
{
    if (keys.isEmpty())
        return {};
    const QString shown = keys.toString(QKeySequence::NativeText);
    if (isTyping(keys))
        return {tr("%1 alone is needed for typing and moving; add Ctrl or Alt, or take a function key.").arg(shown),
                nullptr};
    for (const Entry& other : m_entries) {
        const QList<QKeySequence> held = other.action->shortcuts();
        if (other.action != action
            && std::ranges::any_of(held, [&](const QKeySequence& k) { return collide(k, keys); }))
            return {tr("%1 belongs to \"%2\", which would lose it.").arg(shown, placeText(other)), other.action};
    }
    return {};
}

void ShortcutBook::takeFromOthers(const QAction* keeper, const QList<QKeySequence>& keys)
{
    for (const Entry& other : m_entries) {
        QList<QKeySequence> held = other.action->shortcuts();
        const auto lost = [&](const QKeySequence& k) {
            return std::ranges::any_of(keys, [&](const QKeySequence& mine) { return collide(k, mine); });
        };
        if (other.action != keeper && held.removeIf(lost) > 0)
            other.action->setShortcuts(held);
    }
}

void ShortcutBook::assign(QAction* action, const QKeySequence& keys)
{
    if (keys.isEmpty()) {
        action->setShortcuts(QList<QKeySequence>());
    } else {
        takeFromOthers(action, {keys});
        action->setShortcuts({keys});
    }
    Q_EMIT changed();
}

void ShortcutBook::reset(QAction* action)
{
    const Entry* entry = find(action);
    if (entry == nullptr)
        return;
    takeFromOthers(action, entry->made);
    action->setShortcuts(entry->made);
    Q_EMIT changed();
}

void ShortcutBook::resetAll()
{
    for (const Entry& entry : m_entries)
        entry.action->setShortcuts(entry.made);
    Q_EMIT changed();
}

void ShortcutBook::load(const QSettings& settings)
{
    for (const Entry& entry : m_entries) {
        if (!settings.contains(keyOf(entry)))
            continue;
        QList<QKeySequence> keys =
            QKeySequence::listFromString(settings.value(keyOf(entry)).toString(), QKeySequence::PortableText);
        keys.removeAll(QKeySequence()); // taken away, or what cannot be read
        entry.action->setShortcuts(keys);
    }
}

void ShortcutBook::save(QSettings& settings) const
{
    for (const Entry& entry : m_entries) {
        if (isChanged(entry))
            settings.setValue(keyOf(entry),
                              QKeySequence::listToString(entry.action->shortcuts(), QKeySequence::PortableText));
        else
            settings.remove(keyOf(entry));
    }
}

QString keysText(const QAction* action)
{
    QStringList texts;
    for (const QKeySequence& keys : action->shortcuts())
        texts << keys.toString(QKeySequence::NativeText);
    return texts.join(QStringLiteral(", "));
}

QString placeText(const ShortcutBook::Entry& entry)
{
    return ShortcutBook::tr("%1: %2").arg(entry.path.join(QStringLiteral(" > ")), plainText(entry.action));
}

} // namespace nestloom::ui
