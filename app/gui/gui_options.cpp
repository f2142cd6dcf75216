// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/gui_options.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QRegularExpression>

#include <cstdio>
#include <cstdlib>

namespace nestloom::app {

namespace {

constexpr int kUsageError = 2;

[[noreturn]] void refuse(const QString& sentence)
{
    std::fprintf(stderr, "nestloom: %s\n", qPrintable(sentence));
    std::exit(kUsageError);
}

QSize parseSize(const QString& text)
{
    static const QRegularExpression size(QStringLiteral("^(\\d{3,5})x(\\d{3,5})$"));
    const auto match = size.match(text);
    if (!match.hasMatch())
        refuse(QStringLiteral("--size %1: write WIDTHxHEIGHT, for example 1366x768").arg(text));
    return {match.captured(1).toInt(), match.captured(2).toInt()};
}

ui::ThemeKind parseTheme(const QString& text)
{
    if (text == QLatin1String("light"))
        return ui::ThemeKind::Light;
    if (text == QLatin1String("dark"))
        return ui::ThemeKind::Dark;
    if (text == QLatin1String("system"))
        return ui::ThemeKind::System;
    refuse(QStringLiteral("--theme %1: known themes are light, dark and system").arg(text));
}

} // namespace

GuiOptions readGuiOptions(const QApplication& application)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Maps neural networks onto accelerators and shows what that costs."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addOptions(
        {{QStringLiteral("example"), QStringLiteral("Map resnet50 onto simba at once.")},
         {QStringLiteral("tour"), QStringLiteral("Show every view, save pictures in <dir>, and quit."),
          QStringLiteral("dir")},
         {QStringLiteral("size"), QStringLiteral("Size of the window, for example 1366x768."), QStringLiteral("WxH")},
         {QStringLiteral("theme"), QStringLiteral("light, dark or system."), QStringLiteral("theme")},
         {QStringLiteral("store"), QStringLiteral("Keep runs in this database."), QStringLiteral("file")}});
    parser.addPositionalArgument(QStringLiteral("files"), QStringLiteral("Accelerators and networks (YAML) to open."),
                                 QStringLiteral("[files...]"));
    parser.process(application);

    GuiOptions options;
    options.example = parser.isSet(QStringLiteral("example"));
    options.tour = parser.value(QStringLiteral("tour"));
    if (parser.isSet(QStringLiteral("size")))
        options.size = parseSize(parser.value(QStringLiteral("size")));
    if (parser.isSet(QStringLiteral("theme")))
        options.theme = parseTheme(parser.value(QStringLiteral("theme")));
    options.store = parser.value(QStringLiteral("store"));
    options.files = parser.positionalArguments();
    return options;
}

} // namespace nestloom::app
