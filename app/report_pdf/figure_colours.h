// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QColor>

#include <string>

namespace nestloom::report {

/// The colour on paper of a class of style.h; black for one that is not known.
QColor paperColour(std::string_view cssClass);

/// A figure with the classes of style.h replaced by what they mean on paper, for a renderer without style sheets.
QByteArray forPaper(const std::string& svg, const QString& fontFamily);

} // namespace nestloom::report
