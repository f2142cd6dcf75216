// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/number_delegate.h"

#include "engine/base/ranges.h"
#include "ui/widgets/undo_friendly.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QPainter>
#include <QTimer>

#include <algorithm>

namespace nestloom::ui {

namespace {

int digitWidth(const QFontMetrics& metrics)
{
    int widest = 0;
    for (char16_t digit = u'0'; digit <= u'9'; ++digit)
        widest = std::max(widest, metrics.horizontalAdvance(QChar(digit)));
    return widest;
}

int advance(const QFontMetrics& metrics, QChar character, int digit)
{
    return character.isDigit() ? digit : metrics.horizontalAdvance(character);
}

bool isNumber(const QStyleOptionViewItem& option) { return option.displayAlignment & Qt::AlignRight; }

QColor textColour(const QStyleOptionViewItem& option)
{
    const bool enabled = option.state & QStyle::State_Enabled;
    const bool active = option.state & QStyle::State_Active;
    const QPalette::ColorGroup group = !enabled ? QPalette::Disabled : active ? QPalette::Normal : QPalette::Inactive;
    const bool selected = option.state & QStyle::State_Selected;
    return option.palette.color(group, selected ? QPalette::HighlightedText : QPalette::Text);
}

} // namespace

int NumberDelegate::tabularWidth(const QFontMetrics& metrics, const QString& text)
{
    const int digit = digitWidth(metrics);
    return sumOf(text, [&](const QChar character) { return advance(metrics, character, digit); });
}

void NumberDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QStyle* style = item.widget ? item.widget->style() : QApplication::style();
    const QRect area = style->subElementRect(QStyle::SE_ItemViewItemText, &item, item.widget);
    const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, item.widget) + 1;
    const QString text = item.text;
    if (!isNumber(item) || tabularWidth(item.fontMetrics, text) > area.width() - 2 * margin)
        return QStyledItemDelegate::paint(painter, option, index); // elides what does not fit
    item.text.clear();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
    painter->save();
    painter->setFont(item.font);
    painter->setPen(textColour(item));
    const int digit = digitWidth(item.fontMetrics);
    int right = area.right() + 1 - margin;
    for (auto it = text.crbegin(); it != text.crend(); ++it) {
        const int width = advance(item.fontMetrics, *it, digit);
        right -= width;
        painter->drawText(QRect(right, area.top(), width, area.height()), Qt::AlignCenter | Qt::TextDontClip, *it);
    }
    painter->restore();
}

QSize NumberDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    if (isNumber(item))
        size.rwidth() +=
            std::max(0, tabularWidth(item.fontMetrics, item.text) - item.fontMetrics.horizontalAdvance(item.text));
    return size;
}

QWidget* ChoiceDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const
{
    const QStringList choices = index.data(ChoicesRole).toStringList();
    if (choices.isEmpty()) {
        auto* edit = new UndoFriendly<QLineEdit>(parent);
        edit->setAlignment(Qt::Alignment(index.data(Qt::TextAlignmentRole).toInt()));
        return edit;
    }
    auto* box = new QComboBox(parent);
    box->addItems(choices);
    connect(box, &QComboBox::activated, this, [this, box] {
        auto* self = const_cast<ChoiceDelegate*>(this); // the signals of a delegate are not const
        Q_EMIT self->commitData(box);
        Q_EMIT self->closeEditor(box);
    });
    QTimer::singleShot(0, box, &QComboBox::showPopup);
    return box;
}

void ChoiceDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    if (auto* box = qobject_cast<QComboBox*>(editor))
        box->setCurrentIndex(index.data(Qt::EditRole).toInt());
    else if (auto* edit = qobject_cast<QLineEdit*>(editor))
        edit->setText(index.data(Qt::EditRole).toString());
}

void ChoiceDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    if (const auto* box = qobject_cast<QComboBox*>(editor))
        model->setData(index, box->currentIndex());
    else if (const auto* edit = qobject_cast<QLineEdit*>(editor))
        model->setData(index, edit->text());
}

} // namespace nestloom::ui
