// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/gui_options.h"

#include "app/manual.h"
#include "engine/base/build_info.h"

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

[[noreturn]] void printAndEnd(const std::string& text)
{
    std::fputs(text.c_str(), stdout);
    std::exit(0);
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

CommandWords describe(const QCommandLineParser& parser, const QList<QCommandLineOption>& options)
{
    CommandWords words{.name = "nestloom", .help = parser.applicationDescription().toStdString(), .options = {}};
    for (const QCommandLineOption& option : options) {
        OptionWords one;
        for (const QString& name : option.names())
            one.names.push_back((name.size() == 1 ? "-" : "--") + name.toStdString());
        one.value = option.valueName().toStdString();
        if (option.valueName().contains(QLatin1Char('|')))
            for (const QString& choice : option.valueName().split(QLatin1Char('|')))
                one.choices.push_back(choice.toStdString());
        one.help = option.description().toStdString();
        words.options.push_back(one);
    }
    words.options.push_back({.value = "FILE...", .help = "Accelerators and networks (YAML) to open."});
    return words;
}

} // namespace

GuiOptions readGuiOptions(const QApplication& application)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Maps neural networks onto accelerators and shows what that costs."));
    const QCommandLineOption help = parser.addHelpOption();
    const QCommandLineOption version({QStringLiteral("v"), QStringLiteral("version")},
                                     QStringLiteral("Displays version, commit and build options."));
    const QList<QCommandLineOption> described{
        help,
        version,
        {QStringLiteral("example"), QStringLiteral("Map resnet50 onto simba at once.")},
        {QStringLiteral("tour"), QStringLiteral("Show every view, save pictures in <dir>, and quit."),
         QStringLiteral("dir")},
        {QStringLiteral("size"), QStringLiteral("Size of the window, for example 1366x768."), QStringLiteral("WxH")},
        {QStringLiteral("theme"), QStringLiteral("Colours of the window."), QStringLiteral("light|dark|system")},
        {QStringLiteral("store"), QStringLiteral("Keep runs in this database."), QStringLiteral("file")}};
    parser.addOptions(described.mid(1));
    QCommandLineOption manual(QStringLiteral("manual"), {}, QStringLiteral("format")); // for who makes packages
    manual.setFlags(QCommandLineOption::HiddenFromHelp);
    parser.addOption(manual);
    parser.addPositionalArgument(QStringLiteral("files"), QStringLiteral("Accelerators and networks (YAML) to open."),
                                 QStringLiteral("[files...]"));
    parser.process(application);
    if (parser.isSet(version))
        printAndEnd(versionText("nestloom"));
    if (parser.isSet(manual)) {
        const auto text = writeManual(describe(parser, described), parser.value(manual).toStdString());
        if (!text)
            refuse(QString::fromStdString(text.error().text()));
        printAndEnd(*text);
    }

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
