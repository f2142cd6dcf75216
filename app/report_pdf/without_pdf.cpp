// SPDX-License-Identifier: GPL-3.0-or-later
// The build without Qt Gui.
#include "app/report_pdf/pdf.h"

namespace nestloom::report {

Result<std::string> toPdf(const Document&)
{
    return Error{ErrorCode::Unsupported,
                 "this build of Nestloom writes no PDF, because it was made without the window; write HTML instead",
                 "pdf"};
}

} // namespace nestloom::report
