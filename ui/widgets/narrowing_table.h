// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/copyable_table.h"

namespace nestloom::ui {

/// A table that leaves out columns while there is no room for all: the first of `expendable` first. Columns as the user
/// left them stay; exports have all of them.
class NarrowingTable : public CopyableTable {
    Q_OBJECT
public:
    NarrowingTable(TableModel* model, QList<int> expendable, QWidget* parent = nullptr);

protected:
    void placeColumns() override;

private:
    QList<int> m_expendable;
};

} // namespace nestloom::ui
