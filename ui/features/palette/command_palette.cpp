// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/palette/command_palette.h"

#include "ui/features/palette/palette_delegate.h"
#include "ui/features/palette/palette_model.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QVBoxLayout>

#include <algorithm>

namespace nestloom::ui {

namespace {
constexpr int kWidth = 680;
constexpr int kRows = 12;
constexpr int kTop = 64;
constexpr qsizetype kKept = 20;
} // namespace

CommandPalette::CommandPalette(QWidget* window)
    : QFrame(window), m_window(window), m_model(new PaletteModel(this)), m_field(new QLineEdit(this)),
      m_list(new QListView(this)), m_note(new QLabel(this))
{
    setObjectName(QStringLiteral("commandPalette"));
    setProperty("card", true);
    setAutoFillBackground(true);
    m_field->setObjectName(QStringLiteral("paletteField"));
    m_field->setPlaceholderText(tr("Find a command, layer, field, run, accelerator or network"));
    m_field->setAccessibleName(tr("Find anything"));
    m_field->installEventFilter(this);
    m_list->setObjectName(QStringLiteral("paletteList"));
    m_list->setAccessibleName(tr("What was found"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new PaletteDelegate(m_list));
    m_list->setUniformItemSizes(true); // ten thousand rows are laid out at once
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_note->setObjectName(QStringLiteral("paletteNote"));
    m_note->setProperty("muted", true);
    m_note->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 10, 10, 8);
    layout->setSpacing(8);
    layout->addWidget(m_field);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_note);
    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::refine);
    connect(m_list, &QListView::clicked, this, &CommandPalette::accept);
    hide();
}

void CommandPalette::setRecent(const QStringList& ids) { m_recent = ids.mid(0, kKept); }

void CommandPalette::open()
{
    if (isVisible()) {
        m_field->setFocus();
        return;
    }
    m_before = m_window->focusWidget();
    std::vector<PaletteEntry> entries;
    for (const PaletteSource& source : m_sources)
        source(entries);
    m_model->setEntries(std::move(entries), m_recent);
    m_field->clear();
    refine({});
    show();
    raise();
    m_field->setFocus();
    m_window->installEventFilter(this);
}

void CommandPalette::place()
{
    const int width = std::min(kWidth, m_window->width() - 40);
    const int row = m_list->sizeHintForRow(0) > 0 ? m_list->sizeHintForRow(0) : fontMetrics().height() + 10;
    const int rows = std::clamp(m_model->rowCount(), 1, kRows);
    const int rest = m_field->sizeHint().height() + m_note->heightForWidth(width) + 40;
    const int height = std::min(row * rows + rest, m_window->height() - kTop - 20);
    setGeometry((m_window->width() - width) / 2, std::min(kTop, m_window->height() / 10), width, height);
}

void CommandPalette::refine(const QString& text)
{
    m_model->setText(text);
    m_list->setCurrentIndex(m_model->index(0));
    m_list->scrollToTop();
    const int found = m_model->rowCount();
    m_note->setText(found == 0 ? tr("Nothing is called \"%1\".").arg(text)
                               : tr("%1 found   Enter: do it   Up, Down: choose   Escape: close").arg(found));
    place();
}

void CommandPalette::move(int rows)
{
    const int last = m_model->rowCount() - 1;
    if (last < 0)
        return;
    const int row = m_list->currentIndex().row() + rows;
    const bool around = std::abs(rows) == 1;
    const int target = around && row > last ? 0 : around && row < 0 ? last : std::clamp(row, 0, last);
    m_list->setCurrentIndex(m_model->index(target));
}

void CommandPalette::accept()
{
    if (!m_list->currentIndex().isValid())
        return;
    const PaletteEntry entry = m_model->entry(m_list->currentIndex().row()); // a copy: acting may open the palette
    if (!entry.whyNot.isEmpty()) {
        m_note->setText(entry.whyNot);
        place();
        return;
    }
    m_recent.removeAll(entry.id);
    m_recent.prepend(entry.id);
    setRecent(m_recent);
    dismiss();
    entry.act();
}

void CommandPalette::dismiss()
{
    m_window->removeEventFilter(this);
    hide();
    if (m_before)
        m_before->setFocus();
    m_before.clear();
    m_model->setEntries({}, {}); // their actions may hold on to much
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_window) {
        if (event->type() == QEvent::Resize)
            place();
        return false;
    }
    if (event->type() == QEvent::FocusOut && isVisible()
        && static_cast<QFocusEvent*>(event)->reason() != Qt::ActiveWindowFocusReason
        && static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason) {
        m_before.clear(); // the focus is where the user put it
        dismiss();
        return false;
    }
    if (event->type() != QEvent::KeyPress)
        return false;
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Up: move(-1); return true;
    case Qt::Key_Down: move(1); return true;
    case Qt::Key_PageUp: move(-kRows); return true;
    case Qt::Key_PageDown: move(kRows); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: accept(); return true;
    case Qt::Key_Escape: dismiss(); return true;
    case Qt::Key_Tab:
    case Qt::Key_Backtab: return true; // nothing else in here takes the focus
    default: return false;
    }
}

} // namespace nestloom::ui
