// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAbstractItemView;
class QString;

namespace nestloom::ui {

/// Says in the middle of a table without rows what will stand there; where a filter let none pass, that it did.
void showEmptyText(QAbstractItemView& view, const QString& text);

} // namespace nestloom::ui
