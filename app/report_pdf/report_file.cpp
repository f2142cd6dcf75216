// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report_pdf/report_file.h"

#include "app/report/html.h"
#include "app/report_pdf/pdf.h"
#include "app/write_file.h"

#include <algorithm>
#include <cctype>

namespace nestloom::report {

Status writeReportFile(const Document& document, const std::filesystem::path& path)
{
    std::string ending = path.extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    if (ending != ".pdf")
        return app::writeFile(path, toHtml(document));
    const Result<std::string> pdf = toPdf(document);
    return pdf ? app::writeFile(path, *pdf) : Status(pdf.error());
}

} // namespace nestloom::report
