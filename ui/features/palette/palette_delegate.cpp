// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/palette/palette_delegate.h"

#include "ui/features/palette/palette_model.h"
#include "ui/style/theme.h"

#include <QPainter>
#include <QTextLayout>

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

} // namespace nestloom::ui
