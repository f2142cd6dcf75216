// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/counted.h"

#include "ui/format.h"

namespace nestloom::ui {

QString counted(qint64 count, const QString& one, const QString& many)
{
    return count == 1 ? one : many.arg(format::integer(count));
}

} // namespace nestloom::ui
