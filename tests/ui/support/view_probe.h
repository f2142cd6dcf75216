// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QApplication>
#include <QDir>
#include <QImage>
#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <QWidget>

namespace nestloom::ui {

/// Warnings of Qt (painters, layouts, fonts) fail the running test; what the offscreen platform cannot do is no fault.
inline void prepareViewTest()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    applyTheme(*qApp, ThemeKind::Light); // as the program does before its first widget
}

/// Renders a widget as a user would see it, so that tests can look at pixels. With NESTLOOM_GRAB_DIR set, every picture
/// is also saved there for a person to look at.
inline QImage render(QWidget& widget, QSize size, ThemeKind theme, const QString& fileName)
{
    applyTheme(*qApp, theme);
    QApplication::processEvents(); // hands the palette down
    widget.resize(size);
    widget.show();
    (void)QTest::qWaitForWindowExposed(&widget);
    const QImage image = widget.grab().toImage();
    const QString folder = qEnvironmentVariable("NESTLOOM_GRAB_DIR");
    if (!folder.isEmpty())
        image.save(QDir(folder).filePath(
            fileName + (theme == ThemeKind::Dark ? QStringLiteral("-dark.png") : QStringLiteral("-light.png"))));
    return image;
}

/// Different colours in a picture: 1 for an empty one.
inline int colourCount(const QImage& image)
{
    QSet<QRgb> colours;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            colours.insert(image.pixel(x, y));
    return int(colours.size());
}

inline bool hasColour(const QImage& image, const QColor& colour)
{
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixel(x, y) == colour.rgb())
                return true;
    return false;
}

} // namespace nestloom::ui
