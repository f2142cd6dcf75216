// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/palette/command_palette.h"

#include "ui/style/theme.h"
#include "ui/widgets/make_widgets.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>

namespace nestloom::ui {

namespace {

constexpr int kCategoryWidth = 104;
constexpr int kMargin = 12;
constexpr int kGap = 12;

/// One line of text at the left of `area`, cut with dots; returns the width it took.
int drawText(QPainter* painter, const QRect& area, const QString& text, const QFont& font, const QColor& colour,
             const QVariantList& strong = {})
{
    const QString shown = QFontMetrics(strong.isEmpty() ? font : strongFont(font))
                              .elidedText(text, Qt::ElideRight, std::max(0, area.width()));
    QTextLayout layout(shown, font);
    QList<QTextLayout::FormatRange> ranges;
    for (const QVariant& at : strong) {
        QTextCharFormat format;
        format.setFontWeight(QFont::Bold);
        format.setFontUnderline(true); // not by weight alone
        ranges << QTextLayout::FormatRange{at.toInt(), 1, format};
    }
    layout.setFormats(ranges);
    layout.beginLayout();
    QTextLine line = layout.createLine();
    layout.endLayout();
    if (!line.isValid())
        return 0;
    painter->setPen(colour);
    layout.draw(painter, QPointF(area.left(), area.top() + (area.height() - line.height()) / 2));
    return qRound(line.naturalTextWidth());
}

} // namespace

void PaletteDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = themeFor(option.palette);
    const bool current = option.state.testFlag(QStyle::State_Selected);
    const bool enabled = index.data(PaletteModel::EnabledRole).toBool();
    painter->fillRect(option.rect, current ? theme.accent : theme.card);
    const QColor text = current ? theme.onAccent : enabled ? theme.text : theme.mutedText;
    const QColor muted = current ? theme.onAccent : theme.mutedText;
    QRect area = option.rect.adjusted(kMargin, 0, -kMargin, 0);
    drawText(painter, QRect(area.topLeft(), QSize(kCategoryWidth - kGap, area.height())),
             index.data(PaletteModel::CategoryRole).toString(), option.font, muted);
    area.setLeft(area.left() + kCategoryWidth);
    if (const QString keys = index.data(PaletteModel::KeysRole).toString(); !keys.isEmpty()) {
        const int width = QFontMetrics(option.font).horizontalAdvance(keys);
        drawText(painter, QRect(area.right() - width, area.top(), width + 1, area.height()), keys, option.font, muted);
        area.setRight(area.right() - width - kGap);
    }
    const int used = drawText(painter, area, index.data(Qt::DisplayRole).toString(), option.font, text,
                              index.data(PaletteModel::PositionsRole).toList());
    area.setLeft(area.left() + used + kGap);
    drawText(painter, area, index.data(PaletteModel::DetailRole).toString(), option.font, muted);
}

QSize PaletteDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return {option.rect.width(), option.fontMetrics.height() + 10};
}

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
    named(m_field, "paletteField", tr("Find anything"));
    m_field->setPlaceholderText(tr("Find a command, layer, field, run, accelerator or network"));
    m_field->installEventFilter(this);
    named(m_list, "paletteList", tr("What was found"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new PaletteDelegate(m_list));
    m_list->setUniformItemSizes(true); // ten thousand rows are laid out at once
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_note->setObjectName(QStringLiteral("paletteNote"));
    m_note->setProperty("muted", true);
    m_note->setWordWrap(true);
    setLayout(columnOf({m_field, {m_list, 1}, m_note}, 8, {10, 10, 10, 8}));
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
