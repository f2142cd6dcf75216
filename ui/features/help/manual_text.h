// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace nestloom::ui {

/// A heading of a page, and the anchor by which links name it.
struct ManualHeading {
    int level = 1; // of #
    QString text;
    QString anchor;
};

/// The anchor of a heading as forges make it, so that one link does there and here: "Your own network" is
/// #your-own-network.
QString headingAnchor(const QString& heading);

/// The headings of Markdown, in order; what stands in code is none.
std::vector<ManualHeading> headingsOf(const QString& markdown);

/// The pages in the order of the contents: "index.md", then the links of that page that lead to pages beside it.
QStringList manualPages();

/// The text of a page, which is a file of resources/manual; empty when there is none.
QString manualPage(const QString& name);

/// Where a page lies for a QTextBrowser. Pages of the repository besides the manual lie as they do there.
QString manualUrl(const QString& place);

} // namespace nestloom::ui
