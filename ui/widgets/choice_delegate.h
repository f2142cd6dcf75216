// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/number_delegate.h"

namespace nestloom::ui {

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
