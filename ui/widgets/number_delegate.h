// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace nestloom::ui {

/// Draws right-aligned cells with tabular figures: every digit takes the same width, so that digits stand in columns
/// (Qt 6.4 cannot ask a font for them). Other cells look as usual. Set it for a whole table.
class NumberDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    /// Width of a text with equal digits.
    static int tabularWidth(const QFontMetrics& metrics, const QString& text);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// Cells that offer a list of choices (ChoicesRole) are edited by a combo box, which opens at once; the others by a
/// text field. The model takes the index of the choice as EditRole, or the text.
class ChoiceDelegate : public NumberDelegate {
    Q_OBJECT
public:
    enum Role { ChoicesRole = Qt::UserRole + 40 }; // a QStringList

    using NumberDelegate::NumberDelegate;

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
};

} // namespace nestloom::ui
