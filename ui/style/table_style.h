// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace nestloom::ui {

/// Fusion, with room at the right of numbers: right-aligned cells and their headers keep away from the text of the next
/// column, in every table and tree. Labels and tool tips that do not ask for rich text show theirs as it is: names come
/// from files, and one that looks like HTML could imitate our words or load pictures. Number fields take a decimal
/// point.
class TableStyle : public QProxyStyle {
    Q_OBJECT
public:
    static constexpr int kNumberPadding = 6; // pixels, besides the margin of every cell

    TableStyle();

    using QProxyStyle::polish;
    void polish(QWidget* widget) override;
    QRect subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                           const QWidget* widget) const override;
    void drawItemText(QPainter* painter, const QRect& rect, int alignment, const QPalette& palette, bool enabled,
                      const QString& text, QPalette::ColorRole role) const override;
};

} // namespace nestloom::ui
